import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { links } from '../../../server/database/schema.js'
import { changeUser } from '../../../server/users/accounts.js'
import { rounds } from '../../support/rounds.js'
import { IEND, idat, ihdr, pngOf } from '../pictures/png-files.js'
import { serverForFile } from '../support/test-app.js'
import { callsOf, type Person, person, USER } from './people.js'

const { db, server } = await serverForFile()
const on = callsOf(server)
const [ada, ben] = [await person(server, 'ada'), await person(server, 'ben')]
const shy = await person(server, 'shy', { public: false })
const rows = () => db.inFretwork(({ sql }) => sql.select().from(links))
const missing = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

it('parallel follow requests create one link, and following again changes nothing', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => on.follow(ada, ben)))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect((await on.follow(ada, ben)).status).toBe(200)
  expect(await rows()).toHaveLength(1)
  expect(await on.summary(ben)).toEqual({ followers: 1, following: 0, blocked: 0 })
  expect((await on.links(ada, 'following')).items.map(({ id }) => id)).toEqual([ben.id])
  expect((await on.see(ada, ben)).answer.json().isFollowing).toBe(true)
})

it('unfollowing can be repeated', async () => {
  for (let time = 0; time < 2; time++) expect((await on.unfollow(ada, ben)).status).toBe(200)
  expect(await rows()).toEqual([])
  expect(await on.links(ada, 'following')).toEqual({ items: [], total: 0 })
})

it('following requires another visible user', async () => {
  const self = { ...ada, id: ada.id.toUpperCase() }
  expect(await on.follow(ada, self)).toMatchObject({ status: 400, code: 'self_link' })
  expect(await on.follow(ada, shy)).toMatchObject({ status: 404, code: 'not_found' })
  expect(await on.follow(ada, { ...ben, id: missing })).toMatchObject({ status: 404, code: 'not_found' })
  expect(await on.unfollow(ada, shy)).toMatchObject({ status: 404 })
  expect(await rows()).toEqual([])
})

it('a followed user who is hidden is neither shown nor counted', async () => {
  await on.follow(ada, ben)
  await on.save(ben, { handle: 'ben', name: 'ben', public: false })
  expect(await on.links(ada, 'following')).toEqual({ items: [], total: 0 })
  expect((await on.summary(ada)).following).toBe(0)
  await on.save(ben, { handle: 'ben', name: 'ben' })
  await on.unfollow(ada, ben)
})

describe('follower with a private profile', () => {
  const everything = {
    ...{ handle: 'shy', name: 'Shy', bio: 'Plays at night.', instruments: ['Lute'] },
    ...{ favouriteTuningId: 3, public: false, language: 'de' },
  }
  beforeAll(async () => {
    await on.save(shy, everything)
    const picture = pngOf(ihdr(1, 1), idat(Buffer.alloc(2)), IEND).toString('base64')
    const saved = await server.send(`${USER}/avatar/`, { method: 'PUT', jwt: shy.jwt, body: { picture } })
    expect(saved.statusCode, saved.body).toBe(200)
    await on.follow(shy, ada)
  })
  afterAll(() => on.unfollow(shy, ada))

  it('the followed user sees the follower’s name and handle, and the follower is counted', async () => {
    expect(await on.links(ada, 'followers')).toEqual({
      items: [
        {
          ...{ id: shy.id, name: 'Shy', handle: 'shy', bio: '', instruments: [] },
          ...{ isFollowing: false, isBlocked: false, isPrivate: true },
        },
      ],
      total: 1,
    })
    expect((await on.summary(ada)).followers).toBe(1)
  })

  it('a private follower’s profile and picture stay hidden, and following back is not possible', async () => {
    for (const path of [`public/${shy.id}`, shy.id, 'handle/shy', `avatar/${shy.id}`])
      expect([path, (await on.send(ada, 'GET', path)).status]).toEqual([path, 404])
    expect(await on.find(ada, 'shy')).toEqual({ items: [], total: 0, more: false })
    expect(await on.follow(ada, shy)).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('the private follower is not shown to other users or in other lists', async () => {
    expect(await on.links(ben, 'followers')).toEqual({ items: [], total: 0 })
    expect(await on.links(ada, 'following')).toEqual({ items: [], total: 0 })
    expect(await on.links(ada, 'blocked')).toEqual({ items: [], total: 0 })
  })

  it('a follower who becomes public is shown in full without the private flag', async () => {
    await on.save(shy, { ...everything, public: true })
    const { items } = await on.links(ada, 'followers')
    expect(items).toMatchObject([
      { bio: 'Plays at night.', instruments: ['Lute'], avatar: expect.any(String) },
    ])
    expect(items[0]).not.toHaveProperty('isPrivate')
    await on.save(shy, everything)
  })

  it('a suspended follower is neither shown nor counted', async () => {
    const suspend = (suspendedAt: Date | null) =>
      db.inFretwork(scope => changeUser(scope, shy.id, { suspendedAt }))
    await suspend(new Date(server.clock.now))
    expect(await on.links(ada, 'followers')).toEqual({ items: [], total: 0 })
    expect((await on.summary(ada)).followers).toBe(0)
    await suspend(null)
  })

  it('either user can block the other, which ends the link', async () => {
    for (const [one, other] of [
      [ada, shy],
      [shy, ada],
    ] as const) {
      await on.block(one, other)
      expect(await on.links(ada, 'followers')).toEqual({ items: [], total: 0 })
      expect((await on.summary(ada)).followers).toBe(0)
      await on.block(one, other, 0)
      expect((await on.links(ada, 'followers')).total).toBe(0)
      await on.follow(shy, ada)
    }
  })
})

describe('visibility between users', () => {
  const crowd: Person[] = []
  beforeAll(async () => {
    for (const name of ['u0', 'u1', 'u2', 'u3']) crowd.push(await person(server, `crowd_${name}`))
  })
  afterAll(() => db.inFretwork(({ sql }) => sql.delete(links)))
  const at = (index: number) => crowd[index] as Person
  const save = (index: number, shown: boolean) =>
    on.save(at(index), { handle: `crowd_u${index}`, name: `crowd_u${index}`, public: shown })
  const actions = {
    follow: (from: number, to: number) => on.follow(at(from), at(to)),
    unfollow: (from: number, to: number) => on.unfollow(at(from), at(to)),
    block: (from: number, to: number) => on.block(at(from), at(to)),
    unblock: (from: number, to: number) => on.block(at(from), at(to), 0),
    publish: (index: number) => save(index, true),
    hide: (index: number) => save(index, false),
  }
  const step = fc.tuple(fc.constantFrom(...Object.values(actions)), fc.nat({ max: 3 }), fc.nat({ max: 3 }))

  it('follow lists, counts and profiles are consistent after any sequence of changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async steps => {
        for (const [act, from, to] of steps) await act(from, to)
        for (const viewer of crowd) {
          const counts = await on.summary(viewer)
          for (const kind of ['followers', 'following', 'blocked'] as const) {
            const { items, total } = await on.links(viewer, kind)
            expect([kind, items.length, counts[kind]]).toEqual([kind, total, total])
            for (const item of items) {
              const { status } = await on.send(viewer, 'GET', `public/${item.id}`)
              expect([kind, status]).toEqual([kind, item.isPrivate || item.name === '' ? 404 : 200])
            }
          }
        }
      }),
      rounds(12, 27),
    )
  })
})

it('blocking hides a user from the blocked user everywhere until the block is lifted', async () => {
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

it('blocked users are removed from the blocking user’s searches and listed separately', async () => {
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

it('hidden and blocking users can be blocked without revealing anything about them', async () => {
  await on.block(ben, ada)
  expect([(await on.block(ada, ben)).status, (await on.block(ada, shy)).status]).toEqual([200, 200])
  const { items } = await on.links(ada, 'blocked')
  expect(items.map(({ id, name, handle }) => [id, name, handle])).toEqual([
    [shy.id, '', ''],
    [ben.id, '', ''],
  ])
  for (const other of [ben, shy]) await on.block(ada, other, 0)
  await on.block(ben, ada, 0)
})

it('blocking requires another existing user', async () => {
  expect(await on.block(ada, ada)).toMatchObject({ status: 400, code: 'self_link' })
  expect(await on.block(ada, { ...ben, id: missing })).toMatchObject({ status: 404 })
})

it('a parallel block and follow leave no link behind', async () => {
  for (let round = 0; round < 15; round++) {
    await Promise.all([on.follow(ada, ben), on.block(ben, ada)])
    expect((await rows()).map(({ kind }) => kind)).toEqual(['block'])
    await on.block(ben, ada, 0)
  }
})
