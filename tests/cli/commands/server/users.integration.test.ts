import { describe, expect, it } from 'vitest'
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
