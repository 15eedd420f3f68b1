// `npm test -- locales`: every sentence has a translation, every translation is used, and parameters match.
import { fileURLToPath } from 'node:url'
import { areasOf, checkProject } from './locales/areas.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const problems = checkProject(root)
for (const { file, line, message } of problems) process.stderr.write(`${file}:${line}  ${message}\n`)
process.stdout.write(
  problems.length === 0
    ? `The sentences of ${areasOf(root).length} areas agree in every language.\n`
    : `Problems with sentences: ${problems.length}.\n`,
)
process.exitCode = problems.length === 0 ? 0 : 1
