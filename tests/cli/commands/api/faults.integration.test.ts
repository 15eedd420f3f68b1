// Faults of our own server, switched on one by one: `api check` names each, saves it, and `api replay` says of the saved
// file that it still fails with the fault, and is fixed without it. `npm test` tries a few of them with the calls that
// they are about; `npm run soak -- api-check-faults` all of them with the whole check.
import { appendFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CALLS } from '../../../../src/core/api/endpoints.js'
import type { Fault } from '../../../server/support/faults/fault.js'
import { faultyApp } from '../../../server/support/faults/faulty-app.js'
import { ANSWER_FAULTS, INPUT_FAULTS, TOKEN_FAULTS } from '../../../server/support/faults/other-faults.js'
import { SQL_FAULTS } from '../../../server/support/faults/sql-faults.js'
import { PASSWORD } from '../../../server/support/test-app.js'
import { testDatabase } from '../../../server/support/test-database.js'
import { fretwork } from '../../run-program.js'

const FAULTS: readonly Fault[] = [...SQL_FAULTS, ...TOKEN_FAULTS, ...INPUT_FAULTS, ...ANSWER_FAULTS]
/** Where the soak run collects what was found. */
const TABLE = process.env.FRETWORK_API_FAULTS
const SEED = '4680'

/** Of `npm test`: one of each kind, and the calls to check. */
const SAMPLE: readonly (readonly [name: string, ...only: string[]])[] = [
  ['anyone can delete a group', 'group'],
  ['signatures of tokens are not checked', 'group.list'],
  ['the name of a group may be one character too long', 'group.save'],
  ['a public profile shows the email address', 'user.public'],
]
const chosen = TABLE
  ? FAULTS.map(fault => ({ fault, only: onlyFor(fault) }))
  : SAMPLE.flatMap(([name, ...only]) =>
      FAULTS.filter(fault => fault.name === name).map(fault => ({ fault, only })),
    )

/** A fault of validation is found where all cases are made; the other endpoints would add minutes and say nothing. */
function onlyFor(fault: Fault): string[] {
  if (fault.kind !== 'input') return []
  const [method = '', url = ''] = fault.route.split(' ')
  return CALLS.filter(call => call.method === method && call.path.replace(/\{(\w+)\}/g, ':$1') === url).map(
    ({ name }) => name,
  )
}

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
const firstWords = (out: string) =>
  new Set(out.match(/^(?:FIXED|STILL FAILING|FAILING DIFFERENTLY|NOT CHECKED)/gm))

describe('a fault of the server', () => {
  it('is none while nothing is switched on', async () => {
    app.switchTo()
    // All cases there are, of every call in the soak run.
    const only = TABLE ? [] : ['--only', ...new Set(SAMPLE.flatMap(([, ...names]) => names))]
    const checked = await fretwork('api', 'check', ...only, ...COMMON, '--seed', SEED, '--cases', '10000')
    expect(checked, checked.out).toMatchObject({ code: 0, err: '' })
  }, 900_000)

  it.each(chosen)(
    'is found, saved and replayed: $fault.name',
    async ({ fault, only }) => {
      const file = join(folder, 'faults.json')
      app.switchTo(fault)
      const words = [
        '--seed',
        SEED,
        '--cases',
        '200',
        '--save',
        file,
        ...(only.length > 0 ? ['--only', ...only] : []),
      ]
      const found = await fretwork('api', 'check', ...words, ...COMMON)
      app.switchTo(fault)
      const failing = await fretwork('api', 'replay', file, ...COMMON)
      app.switchTo()
      const fixed = await fretwork('api', 'replay', file, ...COMMON)
      if (TABLE) {
        const faults = /checked, (\d+) with a fault/.exec(found.out)?.[1]
        const row = { kind: fault.kind, name: fault.name, only, code: found.code, faults: Number(faults) }
        const verdicts = { failing: [...firstWords(failing.out)], fixed: [...firstWords(fixed.out)] }
        appendFileSync(
          TABLE,
          `${JSON.stringify({ ...row, ...verdicts, out: found.out.match(/^ {2}.*/gm) })}\n`,
        )
      }
      expect(found.code, found.out).toBe(6)
      expect(failing, failing.out).toMatchObject({ code: 6, err: '' })
      expect(firstWords(failing.out)).toEqual(new Set(['STILL FAILING']))
      expect(fixed, fixed.out).toMatchObject({ code: 0, err: '' })
      expect(firstWords(fixed.out)).toEqual(new Set(['FIXED']))
    },
    300_000,
  )
})
