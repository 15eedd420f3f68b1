// End-to-end tests that need real time or take long, such as songs played to their end and hidden tabs. `npm test` runs
// the others.
import { spawnSync } from 'node:child_process'

const { status } = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', '--grep=@soak', '--reporter=list'],
  { stdio: 'inherit' },
)
process.exitCode = status ?? 1
