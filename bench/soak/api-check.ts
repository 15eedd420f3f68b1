// Runs `api check` over the whole API contract, without faults and with one fault of each type.
import { spawnSync } from 'node:child_process'

const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--testTimeout=1800000',
    'tests/cli/commands/api/check.integration',
  ],
  { stdio: 'inherit', env: { ...process.env, FRETWORK_WHOLE_CONTRACT: '1' } },
)
process.exitCode = status ?? 1
