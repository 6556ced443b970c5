// The page is at most 60 kB as it would be sent compressed, its pieces left out.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const LIMIT = 60_000;
const folder = process.argv[2] ?? '../crates/web/dist';
let sum = 0;
for (const name of readdirSync(folder, { recursive: true })) {
  if (!/\.(html|js|css|svg)$/.test(name)) continue;
  const text = readFileSync(join(folder, name), 'utf8').replaceAll(/url\(['"]?data:image[^)]*\)/g, '');
  sum += gzipSync(text, { level: 9 }).length;
}
console.log(`the page is ${(sum / 1000).toFixed(1)} kB compressed, without its pieces`);
if (sum > LIMIT) {
  console.error(`more than ${LIMIT / 1000} kB`);
  process.exit(1);
}
