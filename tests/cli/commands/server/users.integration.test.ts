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
      'Nothing was imported: file has groups; name the account of their teacher.\n',
    ],
    ['name,email\nA,a', 'Nothing was imported: line 2 has no valid email address: "a".\n'],
    ['x'.repeat(70_000), 'people.csv" is larger than 64 kB; split it.\n'],
  ])('says what is wrong with a file', async (csv, sentence) => {
    const { code, err } = await invite(csv)
    expect(code).toBe(3)
    expect(err).toContain(sentence)
  })

  it('names a file that does not exist', async () => {
    const { code, err } = await fretwork('server', 'user', 'invite', 'none.csv')
    expect([code, err]).toEqual([4, 'The file "none.csv" does not exist; check its path.\n'])
  })
})
