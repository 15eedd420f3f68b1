// Every fault of our own server that tests can switch on, against `api check` of the part of the contract that it is about: which it finds, and whether
// `api replay` says the same of what was saved. Prints a table. `npm test` tries one of each kind.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { reportFigure } from '../support/harness.js'

const TABLE = resolve('test-results/api-faults.ndjson')

interface Row {
  readonly kind: string
  readonly about: string
  readonly name: string
  readonly code: number
  readonly faults: number
  readonly failing: readonly string[]
  readonly fixed: readonly string[]
}

rmSync(TABLE, { force: true })
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--silent=passed-only', 'tests/cli/commands/api/faults'],
  { stdio: 'inherit', env: { ...process.env, FRETWORK_API_FAULTS: TABLE } },
)
const rows: Row[] = existsSync(TABLE)
  ? readFileSync(TABLE, 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line))
  : []
const wide = Math.max(0, ...rows.map(({ name }) => name.length))
process.stdout.write(`\n  ${'fault'.padEnd(wide)}  where   faults  replayed with it        without it\n`)
for (const { kind, name, faults, failing, fixed } of rows) {
  const replayed = failing.join(', ').padEnd(22)
  process.stdout.write(
    `  ${name.padEnd(wide)}  ${kind.padEnd(6)}  ${String(faults).padStart(6)}  ${replayed}  ${fixed.join(', ')}\n`,
  )
}
const isFound = ({ code, failing, fixed }: Row) =>
  code === 6 && failing.join() === 'STILL FAILING' && fixed.join() === 'FIXED'
reportFigure({
  name: `faults of the server found, saved and replayed, of ${rows.length}`,
  figure: rows.filter(isFound).length,
  unit: 'faults',
  limit: Math.max(1, rows.length),
  atLeast: true,
})
if (status !== 0) process.exitCode = 1
