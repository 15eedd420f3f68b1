// Runs end-to-end tests that need real time, such as whole songs and hidden tabs.
import { spawnSync } from 'node:child_process'

const { status } = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', '--grep=@soak', '--reporter=list'],
  { stdio: 'inherit' },
)
process.exitCode = status ?? 1
