// `npm test -- locales`: checks that all messages are translated, all translations are used, parameters
// match, and docs/copy.md is up to date. `--write` updates docs/copy.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { areasOf, checkProject } from './locales/areas.js'
import { copyPage } from './locales/copy.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const file = 'docs/copy.md'
const page = copyPage(root, areasOf(root))
if (process.argv.includes('--write')) writeFileSync(root + file, page)
const message = 'The page differs from the sentences. Run "npm run copy".'
const problems = [
  ...checkProject(root),
  ...(readFileSync(root + file, 'utf8') === page ? [] : [{ file, line: 1, message }]),
]
for (const { file, line, message } of problems) process.stderr.write(`${file}:${line}  ${message}\n`)
process.stdout.write(
  problems.length === 0
    ? `The sentences of ${areasOf(root).length} areas agree in every language.\n`
    : `Problems with sentences: ${problems.length}.\n`,
)
process.exitCode = problems.length === 0 ? 0 : 1
