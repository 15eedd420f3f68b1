import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeUser, userByEmail } from '../../../../server/users/accounts.js'
import { ADMIN_ROLE } from '../../../../src/core/contract/claims.js'
import { mailBox } from '../../../server/support/mail-box.js'
import { AUTH, serverForFile } from '../../../server/support/test-app.js'
import { testFolder } from '../../../support/test-folder.js'
import { fretwork } from '../../run-program.js'
import { administering } from '../command-world.js'

const { db, server } = await serverForFile()
administering(db.url)
const box = mailBox(db.database, server.clock)
const folder = testFolder({}, true)
const file = () => folder.at('people.csv')
const invite = async (csv: string, ...words: string[]) => {
  await folder.put('people.csv', csv)
  return fretwork('server', 'user', 'invite', file(), ...words)
}

const featuresOf = async (email: string) =>
  (await db.inFretwork(scope => userByEmail(scope, email)))?.features

describe('fretwork server user grant', () => {
  it('user grant gives a plan to the listed users or to everyone', async () => {
    for (const email of ['one@school.example', 'two@school.example']) await server.addUser(email)
    expect((await fretwork('server', 'user', 'grant', 'Pro', 'ONE@school.example')).out).toBe(
      'Granted the plan "Pro". Users: 1\n',
    )
    expect(await featuresOf('one@school.example')).toEqual(['SubscriptionLevel.Pro'])
    expect(await featuresOf('two@school.example')).toEqual([])
    expect(await fretwork('server', 'user', 'grant', 'Basic', '--everyone')).toMatchObject({ code: 0 })
    expect(await featuresOf('one@school.example')).toEqual(['SubscriptionLevel.Basic'])
    expect(await featuresOf('two@school.example')).toEqual(['SubscriptionLevel.Basic'])
  })

  it.each([
    [['Gold', '--everyone'], 2, 'Allowed choices are free, Basic, Pro, Enterprise.'],
    [['Pro'], 2, 'Specify email addresses, or --everyone for all users, but not both.\n'],
    [['Pro', 'no-one@school.example'], 4, 'no-one@school.example is not a user of "fretwork".\n'],
  ])('user grant with %j exits with code %i', async (words, exit, sentence) => {
    const { code, err } = await fretwork('server', 'user', 'grant', ...words)
    expect(code).toBe(exit)
    expect(err).toContain(sentence)
  })
})

describe('fretwork server user delete', () => {
  const remove = (...words: string[]) => fretwork('server', 'user', 'delete', ...words)

  it('user delete removes an account after confirmation unless it is the last administrator’s', async () => {
    await server.addUser('gone@school.example')
    expect(await remove('gone@school.example')).toMatchObject({
      code: 2,
      err: expect.stringContaining('run the command again with --yes.'),
    })
    expect(await remove('gone@school.example', '--yes')).toMatchObject({ code: 0 })
    expect(await featuresOf('gone@school.example')).toBeUndefined()
    await server.addUser('head@school.example', { roles: ['Admin'] })
    expect(await remove('head@school.example', '--yes')).toMatchObject({
      code: 3,
      err: expect.stringContaining('head@school.example is the last administrator of "fretwork"'),
    })
  })
})

describe('fretwork server user invite', () => {
  it('“user invite” invites the users listed in a file and creates their groups', async () => {
    await server.addUser('tea@school.example')
    server.clock.now = Date.now()
    const csv = 'name,email,groups\nIda,ida@school.example,4a\nTea,tea@school.example,'
    const { code, out } = await invite(csv, '--teacher', 'tea@school.example')
    expect([code, out]).toEqual([0, 'Invited: 1\nAlready have an account: 1\nGroups: 1\n'])
    expect(await box.token('invited')).toMatch(/^[\w-]{43}$/)
  })

  it.each([
    [
      'name,email,groups\nA,a@b.example,4a',
      'Nothing was imported. The file contains groups. Enter their teacher’s email address.\n',
    ],
    ['name,email\nA,a', 'Nothing was imported. Line 2: “a” isn’t a valid email address.\n'],
    ['x'.repeat(70_000), 'people.csv" is too large (maximum 64 KB). Split it into several files.\n'],
  ])('user invite rejects an invalid file with the reason', async (csv, sentence) => {
    const { code, err } = await invite(csv)
    expect(code).toBe(3)
    expect(err).toContain(sentence)
  })

  it.each([
    ['none.csv', 4, 'There is no file "none.csv"; check its path.\n'],
    ['.', 3, '"." cannot be read (it is a folder); choose another file.\n'],
  ])('user invite reports an unreadable file by name: %s', async (path, exit, sentence) => {
    const { code, err } = await fretwork('server', 'user', 'invite', path)
    expect([code, err]).toEqual([exit, sentence])
  })
})

const NEW_PASSWORD = 'seven strings and a slide'
beforeEach(() => {
  server.clock.now = Date.now()
})
afterEach(async () => void (await box.collect()))

const createAdmin = (...words: string[]) => fretwork('server', 'create-admin', ...words)
const resetTo = (token: string, password: string) =>
  server.send(`${AUTH}/password/reset/${token}`, { body: { password } })
async function rolesOf(email: string, password: string): Promise<readonly string[]> {
  const { jwt } = (await server.send(`${AUTH}/login`, { body: { email, password } })).json()
  return (await server.send(`${AUTH}/user`, { jwt })).json().roles
}
const audited = async (email: string) =>
  (await db.asApplication(
    `BEGIN; SELECT set_config('fretwork.tenant', 'fretwork', true);
       SELECT action, details FROM audit_log WHERE subject = (SELECT id::text FROM users WHERE email = '${email}') ORDER BY id; COMMIT`,
  )) as unknown as { rows: unknown[] }[]

describe('fretwork server create-admin', () => {
  it('create-admin creates an account whose owner sets the password by email', async () => {
    const { code, out } = await createAdmin('first@example.org', '--name', 'First')
    expect(code).toBe(0)
    expect(out).toContain('Created first@example.org as an administrator of "fretwork".')
    expect(out).toContain(`outbox, since SMTP_URL is not set`)
    expect((await audited('first@example.org'))[2]?.rows).toEqual([
      { action: 'user.admin-created', details: { from: '', to: ADMIN_ROLE, by: 'command line' } },
    ])

    const token = await box.token('admin-invited')
    expect((await resetTo(token, NEW_PASSWORD)).statusCode).toBe(200)
    expect(await rolesOf('first@example.org', NEW_PASSWORD)).toEqual([ADMIN_ROLE])
  })

  it('create-admin resends the link until the password is set', async () => {
    await createAdmin('later@example.org')
    await box.collect()
    const { code, out } = await createAdmin('later@example.org')
    expect(code).toBe(0)
    expect(out).toContain('later@example.org is an administrator of "fretwork".')
    expect((await resetTo(await box.token('admin-invited'), NEW_PASSWORD)).statusCode).toBe(200)
  })

  it('create-admin grants an existing user the role and sends no link', async () => {
    await server.addUser('known@example.org')
    const { code, out } = await createAdmin('known@example.org')
    expect(code).toBe(0)
    expect(out).toContain('This account already has a password')
    expect(await box.collect()).toEqual([])
    expect(await rolesOf('known@example.org', 'correct horse 🐎')).toEqual([ADMIN_ROLE])
  })

  // A password set by a stranger before the address was verified must not give admin access.
  it('create-admin removes the password of an unverified account', async () => {
    await server.addUser('stranger@example.org', { emailVerifiedAt: null })
    await createAdmin('stranger@example.org')
    const body = { email: 'stranger@example.org', password: 'correct horse 🐎' }
    expect((await server.send(`${AUTH}/login`, { body })).statusCode).not.toBe(200)
    expect((await resetTo(await box.token('admin-invited'), NEW_PASSWORD)).statusCode).toBe(200)
    expect(await rolesOf('stranger@example.org', NEW_PASSWORD)).toEqual([ADMIN_ROLE])
  })

  // Confirming a registration must not remove the pending account and its role.
  it('a new admin who registers instead of opening the link keeps the role', async () => {
    await createAdmin('eager@example.org')
    await box.collect()
    const body = { email: 'eager@example.org', password: 'anything at all 7', name: 'E', acceptTerms: true }
    await server.send(`${AUTH}/register`, { body })
    const token = await box.token('verification')
    const confirmed = await server.send(`${AUTH}/verify/${token}`, { body: { password: NEW_PASSWORD } })
    expect(confirmed.statusCode).toBe(200)
    expect(await rolesOf('eager@example.org', NEW_PASSWORD)).toEqual([ADMIN_ROLE])
  })

  it('an administrator belongs to only one tenant', async () => {
    expect((await createAdmin('first@example.org', '--tenant', 'other')).code).toBe(0)
    const [mail] = await box.collect()
    expect(mail?.tenant.key).toBe('other')
  })

  it.each([
    [['no-address'], 3, '"no-address" is not a valid email address'],
    [['a@example.org', '--name', '\n'], 3, 'choose another with --name'],
    [['a@example.org', '--tenant', 'none'], 4, 'There is no tenant none'],
  ])('create-admin rejects %j', async (words, exit, sentence) => {
    const { code, err } = await createAdmin(...words)
    expect(code).toBe(exit)
    expect(err).toContain(sentence)
    expect(await box.collect()).toEqual([])
  })

  it('create-admin rejects a suspended account', async () => {
    const { id } = await server.addUser('out@example.org')
    await db.inFretwork(scope => changeUser(scope, id, { suspendedAt: new Date() }))
    const { code, err } = await createAdmin('out@example.org')
    expect(code).toBe(3)
    expect(err).toContain('is suspended in "fretwork"')
  })
})
