#!/usr/bin/env node
import "../server/bin.js";
