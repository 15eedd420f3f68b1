// `npm run api-report` writes docs/sdk-api.md; `--check` compares it with the sources (`npm test -- api-report`).
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { coreFaults } from './api/core-names.js'
import { compileExamples, missingExamples } from './api/examples.js'
import { differences, reportText } from './api/report.js'
import { facesOf, readSurface } from './api/surface.js'
import { SDK_FACES } from './lib/plugin/sdk-faces.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const path = join(root, 'docs/sdk-api.md')

const entries = readSurface(root, facesOf(root, SDK_FACES))
const text = reportText(entries)
if (!process.argv.includes('--check')) {
  writeFileSync(path, text)
} else {
  const changed = differences(existsSync(path) ? readFileSync(path, 'utf8') : '', text)
  for (const line of changed) process.stderr.write(`${line}\n`)
  if (changed.length > 0) {
    process.stderr.write(
      'The SDK is not what docs/sdk-api.md says. If that is meant, run `npm run api-report`, and have the change reviewed.\n',
    )
    process.exitCode = 1
  }
  const missing = [...coreFaults(entries), ...missingExamples(entries)]
  for (const sentence of missing) process.stderr.write(`${sentence}\n`)
  const wrong = compileExamples(root, entries)
  if (wrong) process.stderr.write(`The examples do not compile:\n${wrong}`)
  if (missing.length > 0 || wrong) process.exitCode = 1
}
