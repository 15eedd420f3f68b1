// `npm test -- types-headless`: checks that headless code compiles without DOM types.
import { fileURLToPath } from 'node:url'
import { headlessProblems } from './headless/screenless.js'

const problems = headlessProblems(fileURLToPath(new URL('../tsconfig.headless.json', import.meta.url)))
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
