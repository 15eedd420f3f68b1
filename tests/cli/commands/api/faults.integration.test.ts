// Faults of our own server, switched on one by one: `api check` names each, saves it, and `api replay` says of the saved
// file that it still fails with the fault, and is fixed without it. Each is looked for in the part of the contract that
// it is about. `npm test` tries one of each kind; `npm run soak -- api-check-faults` all of them, after a check of the
// whole contract with every case there is, which must find nothing.
import { appendFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Fault } from '../../../server/support/faults/fault.js'
import { faultyApp } from '../../../server/support/faults/faulty-app.js'
import { MORE_ANSWER_FAULTS } from '../../../server/support/faults/more-answer-faults.js'
import { ANSWER_FAULTS, INPUT_FAULTS, TOKEN_FAULTS } from '../../../server/support/faults/other-faults.js'
import { SQL_FAULTS } from '../../../server/support/faults/sql-faults.js'
import { PASSWORD } from '../../../server/support/test-app.js'
import { testDatabase } from '../../../server/support/test-database.js'
import { type Ended, fretwork } from '../../run-program.js'

const FAULTS: readonly Fault[] = [
  ...SQL_FAULTS,
  ...TOKEN_FAULTS,
  ...INPUT_FAULTS,
  ...ANSWER_FAULTS,
  ...MORE_ANSWER_FAULTS,
]
/** Where the soak run collects what was found. */
const TABLE = process.env.FRETWORK_API_FAULTS
const SEED = '4680'

/** Of `npm test`: one of each kind, and another one of SQL. */
const SAMPLE = [
  'anyone can delete a group',
  'a link opens once more than it may',
  'signatures of tokens are not checked',
  'the name of a group may be one character too long',
  'the homework is sent as HTML',
]
const chosen = FAULTS.filter(({ name }) => TABLE || SAMPLE.includes(name))

let db: Awaited<ReturnType<typeof testDatabase>>
let app: Awaited<ReturnType<typeof faultyApp>>
let folder = ''

beforeAll(async () => {
  db = await testDatabase()
  app = await faultyApp(db.database)
  await app.server.addUser('boss@example.org', { roles: ['Admin'] })
  folder = await mkdtemp(join(tmpdir(), 'fretwork-faults-'))
})
afterAll(async () => {
  await app.end()
  await db.end()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  vi.stubEnv('FRETWORK_URL', app.baseUrl)
  vi.stubEnv('FRETWORK_CLI_CONFIG', join(folder, 'config.json'))
  vi.stubEnv('FRETWORK_ADMIN_PASSWORD', PASSWORD)
  return () => vi.unstubAllEnvs()
})

const COMMON = ['--other-tenant', 'other', '--admin', 'boss@example.org']

describe('a fault of the server', () => {
  it('is none while nothing is switched on', async () => {
    app.switchTo()
    // In the soak run, everything that the check can do to every call.
    const only = TABLE ? [] : ['--only', ...new Set(chosen.map(({ about }) => about))]
    const cases = TABLE ? '10000' : '10'
    const checked = await fretwork('api', 'check', ...only, ...COMMON, '--seed', SEED, '--cases', cases)
    expect(checked, checked.out).toMatchObject({ code: 0, err: '' })
  }, 900_000)

  it.each(chosen)(
    'is found, saved and replayed: $name',
    async fault => {
      const file = join(folder, 'faults.json')
      const words = ['--only', fault.about, '--cases', '200', '--seed', SEED, '--save', file]
      app.switchTo(fault)
      const found = await fretwork('api', 'check', ...words, ...COMMON)
      app.switchTo(fault)
      const failing = await fretwork('api', 'replay', file, ...COMMON)
      app.switchTo()
      const fixed = await fretwork('api', 'replay', file, ...COMMON)
      if (TABLE) appendFileSync(TABLE, `${JSON.stringify(rowOf(fault, { found, failing, fixed }))}\n`)
      expect(found.code, found.out).toBe(6)
      expect(failing, failing.out).toMatchObject({ code: 6, err: '' })
      expect(verdictsIn(failing.out)).toEqual(['STILL FAILING'])
      expect(fixed, fixed.out).toMatchObject({ code: 0, err: '' })
      expect(verdictsIn(fixed.out)).toEqual(['FIXED'])
    },
    300_000,
  )
})

function rowOf({ kind, name, about }: Fault, runs: Readonly<Record<'found' | 'failing' | 'fixed', Ended>>) {
  const faults = Number(/checked, (\d+) with a fault/.exec(runs.found.out)?.[1])
  const verdicts = { failing: verdictsIn(runs.failing.out), fixed: verdictsIn(runs.fixed.out) }
  return { kind, about, name, code: runs.found.code, faults, ...verdicts }
}

function verdictsIn(out: string): string[] {
  return [...new Set(out.match(/^(?:FIXED|STILL FAILING|FAILING DIFFERENTLY|NOT CHECKED)/gm))]
}
