import { describe, expect, it } from 'vitest'
import { userByEmail } from '../../../../server/users/accounts.js'
import { mailBox } from '../../../server/support/mail-box.js'
import { serverForFile } from '../../../server/support/test-app.js'
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
  it('grants a plan to the given users, or to everyone', async () => {
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
  ])('%j ends with %i', async (words, exit, sentence) => {
    const { code, err } = await fretwork('server', 'user', 'grant', ...words)
    expect(code).toBe(exit)
    expect(err).toContain(sentence)
  })
})

describe('fretwork server user delete', () => {
  const remove = (...words: string[]) => fretwork('server', 'user', 'delete', ...words)

  it('deletes an account once that is confirmed, but not the last administrator’s', async () => {
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
  it('invites the people of a file, and makes their groups', async () => {
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
      'Nothing was imported. The file contains groups. Specify the email address of their teacher.\n',
    ],
    ['name,email\nA,a', 'Nothing was imported. Line 2: “a” isn’t a valid email address.\n'],
    ['x'.repeat(70_000), 'people.csv" is too large (maximum 64 KB). Split it into several files.\n'],
  ])('says what is wrong with a file', async (csv, sentence) => {
    const { code, err } = await invite(csv)
    expect(code).toBe(3)
    expect(err).toContain(sentence)
  })

  it.each([
    ['none.csv', 4, 'There is no file "none.csv"; check its path.\n'],
    ['.', 3, '"." cannot be read (it is a folder); choose another file.\n'],
  ])('names what cannot be read: %s', async (path, exit, sentence) => {
    const { code, err } = await fretwork('server', 'user', 'invite', path)
    expect([code, err]).toEqual([exit, sentence])
  })
})
