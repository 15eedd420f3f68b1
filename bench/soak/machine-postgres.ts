// All integration tests once more, on the machine's own PostgreSQL instead of the embedded one.
import { spawnSync } from 'node:child_process'
import { machinePostgres } from '../../tests/server/support/machine-postgres.js'
import { ROOT, reportFigure } from '../support/harness.js'

const programs = machinePostgres()
if (programs === undefined) {
  process.stdout.write('  Not run: this machine has no PostgreSQL of its own.\n')
} else {
  process.stdout.write(`  ${programs}\n`)
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project=integration', '--silent=passed-only'],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, FRETWORK_TEST_POSTGRES: programs } },
  )
  reportFigure({ name: 'integration runs that failed', figure: status === 0 ? 0 : 1, unit: '', limit: 0 })
}
