// Numbers 17 (blocking) and 18 of the list of account tests.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { links } from '../../../server/database/schema.js'
import { testApp } from '../support/test-app.js'
import { testDatabase } from '../support/test-database.js'
import { callsOf, type Person, person, type Server } from './people.js'

let db: Awaited<ReturnType<typeof testDatabase>>
let server: Server
let on: ReturnType<typeof callsOf>
let ada: Person
let ben: Person
let shy: Person

beforeAll(async () => {
  db = await testDatabase()
  server = await testApp(db.database)
  on = callsOf(server)
  ada = await person(server, 'ada')
  ben = await person(server, 'ben')
  shy = await person(server, 'shy', { public: false })
})
afterAll(async () => {
  await server.end()
  await db.end()
})

const rows = () => db.database.inTenant('fretwork', ({ sql }) => sql.select().from(links))
const missing = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

describe('following', () => {
  it('twenty times at once is one row; again changes nothing', async () => {
    // Fails without the primary key over both ends and the kind.
    const answers = await Promise.all(Array.from({ length: 20 }, () => on.follow(ada, ben)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect((await on.follow(ada, ben)).status).toBe(200)
    expect(await rows()).toHaveLength(1)
    expect(await on.summary(ben)).toEqual({ followers: 1, following: 0, blocked: 0 })
    expect((await on.links(ada, 'following')).items.map(({ id }) => id)).toEqual([ben.id])
    expect((await on.see(ada, ben)).answer.json().isFollowing).toBe(true)
  })

  it('ends, as often as it is asked to', async () => {
    for (let time = 0; time < 2; time++) expect((await on.unfollow(ada, ben)).status).toBe(200)
    expect(await rows()).toEqual([])
    expect(await on.links(ada, 'following')).toEqual({ items: [], total: 0 })
  })

  it('needs another user who is visible', async () => {
    // Fails where the two ids are compared as they were written.
    const self = { ...ada, id: ada.id.toUpperCase() }
    expect(await on.follow(ada, self)).toMatchObject({ status: 400, code: 'self_link' })
    expect(await on.follow(ada, shy)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await on.follow(ada, { ...ben, id: missing })).toMatchObject({ status: 404, code: 'not_found' })
    expect(await on.unfollow(ada, shy)).toMatchObject({ status: 404 })
    expect(await rows()).toEqual([])
  })

  it('neither shows nor counts a user who is not visible', async () => {
    await on.follow(shy, ada)
    expect(await on.links(ada, 'followers')).toEqual({ items: [], total: 0 })
    expect((await on.summary(ada)).followers).toBe(0)
    await on.unfollow(shy, ada)
  })
})

describe('blocking', () => {
  it('hides the one who blocks from the one who is blocked, everywhere, until it is lifted', async () => {
    // Fails without "NOT IN those who block" in the one rule of visibility, and without the same in the statement of
    // the search.
    await on.follow(ada, ben)
    await on.follow(ben, ada)
    for (let time = 0; time < 2; time++) expect((await on.block(ben, ada)).status).toBe(200)
    expect((await on.see(ada, ben)).status).toBe(404)
    expect((await on.send(ada, 'GET', ben.id)).status).toBe(404)
    expect(await on.find(ada, 'ben')).toEqual({ items: [], total: 0, more: false })
    expect((await on.follow(ada, ben)).status).toBe(404)
    expect(await on.summary(ada)).toEqual({ followers: 0, following: 0, blocked: 0 })
    expect(await rows()).toMatchObject([{ fromId: ben.id, kind: 'block', toId: ada.id }])

    for (let time = 0; time < 2; time++) expect((await on.block(ben, ada, 0)).status).toBe(200)
    expect((await on.see(ada, ben)).answer.json().isFollowing).toBe(false)
    expect((await on.find(ada, 'ben')).total).toBe(1)
  })

  it('takes the blocked out of the searches of who blocks, who sees them in a list of their own', async () => {
    await on.block(ada, ben)
    expect((await on.find(ada, 'ben')).total).toBe(0)
    expect(await on.links(ada, 'blocked')).toMatchObject({
      total: 1,
      items: [{ name: 'ben', isBlocked: true }],
    })
    expect((await on.see(ada, ben)).answer.json().isBlocked).toBe(true)
    expect(await on.follow(ada, ben)).toMatchObject({ status: 403, code: 'forbidden' })
    await on.block(ada, ben, 0)
  })

  it('reaches who hides or blocks, and shows nothing of them', async () => {
    await on.block(ben, ada)
    expect((await on.block(ada, ben)).status).toBe(200)
    expect((await on.block(ada, shy)).status).toBe(200)
    const { items } = await on.links(ada, 'blocked')
    expect(items.map(({ id, name, handle }) => [id, name, handle])).toEqual([
      [shy.id, '', ''],
      [ben.id, '', ''],
    ])
    for (const other of [ben, shy]) await on.block(ada, other, 0)
    await on.block(ben, ada, 0)
  })

  it('needs another user who exists', async () => {
    expect(await on.block(ada, ada)).toMatchObject({ status: 400, code: 'self_link' })
    expect(await on.block(ada, { ...ben, id: missing })).toMatchObject({ status: 404 })
  })

  it('at the same moment as a follow leaves no follow behind', async () => {
    // Fails, now and then, without the lock that both take on the pair.
    for (let round = 0; round < 15; round++) {
      await Promise.all([on.follow(ada, ben), on.block(ben, ada)])
      expect((await rows()).map(({ kind }) => kind)).toEqual(['block'])
      await on.block(ben, ada, 0)
    }
  })
})
