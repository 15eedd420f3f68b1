// Runs every property test with all of its rounds. `npm test` runs 25 of each.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const files = readdirSync('tests', { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && /\.test\.tsx?$/.test(entry.name) && !/\.integration\./.test(entry.name))
  .map(entry => join(entry.parentPath, entry.name))
  .filter(file => readFileSync(file, 'utf8').includes('support/rounds.js'))

const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--silent=passed-only', '--testTimeout=300000', ...files],
  { stdio: 'inherit', env: { ...process.env, PROPERTY_ROUNDS: 'all' } },
)
process.exitCode = status ?? 1
