import { buildSite } from "./build.js";

const folder = "site";
const pages = buildSite(folder);
console.log(`${folder}/index.html: ${pages.length} pages`);
