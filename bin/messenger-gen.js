#!/usr/bin/env node
import "../generator/bin.js";
