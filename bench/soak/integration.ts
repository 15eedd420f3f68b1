// Runs all rounds of the integration tests on the embedded PostgreSQL and on an installed one.
import { spawnSync } from 'node:child_process'
import { machinePostgres } from '../../tests/server/support/machine-postgres.js'
import { ROOT, reportFigure } from '../support/harness.js'

const programs = machinePostgres()
const long = { FRETWORK_SOAK: '1', PROPERTY_ROUNDS: '1' }
const runs = [long, ...(programs === undefined ? [] : [{ ...long, FRETWORK_TEST_POSTGRES: programs }])]
const failed = runs.filter(env => {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project=integration', '--silent=passed-only'],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } },
  )
  return status !== 0
})
reportFigure('integration runs that failed', failed.length, '≤ 0')
