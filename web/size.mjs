// The page is at most 60 kB as it would be sent compressed, its pieces left out. A reader loads one language.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const LIMIT = 60_000;
const folder = process.argv[2] ?? '../crates/web/dist';
let all = 0;
const languages = [];
for (const name of readdirSync(folder, { recursive: true })) {
  if (!/\.(html|js|css|svg)$/.test(name)) continue;
  const text = readFileSync(join(folder, name), 'utf8').replaceAll(/url\(['"]?data:image[^)]*\)/g, '');
  const size = gzipSync(text, { level: 9 }).length;
  all += size;
  if (/(^|\/)(en|es)-[^/]*\.js$/.test(name)) languages.push(size);
}
if (languages.length !== 2) throw new Error(`two languages are expected, not ${languages.length}`);
const page = all - Math.min(...languages);
const kB = size => (size / 1000).toFixed(1);
console.log(`the page is ${kB(page)} kB compressed, without its pieces and with one language (${kB(all)} kB with both)`);
if (page > LIMIT) {
  console.error(`more than ${kB(LIMIT)} kB`);
  process.exit(1);
}
