// Demo users: their API profiles and the command that creates them.
import { expect, it } from 'vitest'
import { addDemoPeople, demoPerson, removeDemoPeople } from '../../../server/demo/demo-people.js'
import { serverForFile } from '../support/test-app.js'
import { callsOf, person } from '../users/people.js'

const NOW = Date.UTC(2026, 0, 1)
const { db, server } = await serverForFile()
const on = callsOf(server)
const ada = await person(server, 'ada', { name: 'Ada Real' })
const add = (number: number) => db.inFretwork(scope => addDemoPeople(scope, number, NOW))

it('demo users can be found by name and follow each other unless their profile is private', async () => {
  expect(await add(30)).toBe(30)
  const { profile } = demoPerson(4)
  expect((await on.find(ada, profile.name)).items.map(({ handle }) => handle)).toContain(profile.handle)
  const hidden = demoPerson(9)
  expect([hidden.profile.public, (await on.find(ada, hidden.profile.handle)).items]).toEqual([false, []])
})

it('running demo-data again creates only the missing users', async () => {
  expect([await add(30), await add(33)]).toEqual([0, 3])
})

it('demo users are the same on every machine and have unique addresses and handles', () => {
  const people = Array.from({ length: 500 }, (_, index) => demoPerson(index))
  expect(new Set(people.map(({ email }) => email)).size).toBe(500)
  expect(new Set(people.map(({ profile }) => profile.handle)).size).toBe(500)
  expect(demoPerson(7)).toEqual(demoPerson(7))
})

it('the cleanup command removes all demo users and no one else', async () => {
  expect(await db.inFretwork(removeDemoPeople)).toBe(33)
  expect((await on.find(ada, demoPerson(4).profile.handle)).items).toEqual([])
  expect(await db.inFretwork(removeDemoPeople)).toBe(0)
  expect((await on.find(ada, 'ada real')).items.map(({ handle }) => handle)).toEqual(['ada'])
})
