// The invented people of a demo: as the API shows them, and through the command.
import { describe, expect, it } from 'vitest'
import { addDemoPeople, demoPerson, removeDemoPeople } from '../../../server/demo/demo-people.js'
import { serverForFile } from '../support/test-app.js'
import { callsOf, person } from '../users/people.js'

const NOW = Date.UTC(2026, 0, 1)
const { db, server } = await serverForFile()
const on = callsOf(server)
const ada = await person(server, 'ada', { name: 'Ada Real' })
const add = (number: number) => db.inFretwork(scope => addDemoPeople(scope, number, NOW))

describe('the people of a demo', () => {
  it('are found by name, follow and are followed, except people with private profiles', async () => {
    expect(await add(30)).toBe(30)
    const { profile } = demoPerson(4)
    expect((await on.find(ada, profile.name)).items.map(({ handle }) => handle)).toContain(profile.handle)
    const hidden = demoPerson(9)
    expect([hidden.profile.public, (await on.find(ada, hidden.profile.handle)).items]).toEqual([false, []])
  })

  it('are as many as were asked for, however often', async () => {
    expect([await add(30), await add(33)]).toEqual([0, 3])
  })

  it('are the same on every machine, and no two share an address or a handle', () => {
    const people = Array.from({ length: 500 }, (_, index) => demoPerson(index))
    expect(new Set(people.map(({ email }) => email)).size).toBe(500)
    expect(new Set(people.map(({ profile }) => profile.handle)).size).toBe(500)
    expect(demoPerson(7)).toEqual(demoPerson(7))
  })

  it('go as a whole, and no one else with them', async () => {
    expect(await db.inFretwork(removeDemoPeople)).toBe(33)
    expect((await on.find(ada, demoPerson(4).profile.handle)).items).toEqual([])
    expect(await db.inFretwork(removeDemoPeople)).toBe(0)
    expect((await on.find(ada, 'ada real')).items.map(({ handle }) => handle)).toEqual(['ada'])
  })
})
