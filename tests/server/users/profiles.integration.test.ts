import { PNG } from 'pngjs'
import { expect, it } from 'vitest'
import { profiles, users } from '../../../server/database/schema.js'
import { IEND, idat, ihdr, pngOf } from '../pictures/png-files.js'
import { AUTH, exportedRows, serverForFile } from '../support/test-app.js'
import { aProfile, callsOf, type Person, person, USER } from './people.js'

const { db, server } = await serverForFile()
const on = callsOf(server)
const ada = await person(server, 'ada', { bio: 'Fingerstyle', instruments: ['Guitar'], favouriteTuningId: 2 })
const ben = await person(server, 'ben')

const stored = () =>
  db.inFretwork(async ({ sql }) => ({
    profiles: await sql.select().from(profiles).orderBy(profiles.userId),
    users: await sql.select().from(users).orderBy(users.id),
  }))

it('a new profile is private, with a handle based on the name and never on the email address', async () => {
  const made = await server.addUser('fresh@mail.example', { name: 'Zoë Åkesson', language: 'de' })
  const twin = await server.addUser('twin@mail.example', { name: 'Zoë Åkesson' })
  const shy = await server.addUser('who@mail.example')
  const far = await server.addUser('anna@mail.example', { name: 'Анна Мария Иванова Петрова' })
  const { profiles: rows } = await stored()
  const of = ({ id }: { id: string }) => rows.find(({ userId }) => userId === id)
  expect(of(made)).toMatchObject({ handle: 'zoe_akesson', public: false, bio: '', language: 'de' })
  expect(of(twin)?.handle).toMatch(/^zoe_akesson_[0-9a-f]{8}$/)
  expect(of(shy)?.handle).toMatch(/^player/)
  expect(of(far)?.handle).toMatch(/^player/)
})

it('updating a profile clears omitted fields', async () => {
  const body = aProfile({ handle: 'cleo', name: 'Cleo', language: 'de', favouriteTuningId: 0 })
  const cleo = await person(server, 'cleo', body)
  expect((await on.send(cleo, 'GET', 'profile/')).answer.json()).toEqual(body)
  const { answer } = await on.send(cleo, 'POST', 'profile/', aProfile({ handle: 'cleo', public: false }))
  expect(answer.json()).toEqual({
    ...{ name: 'Someone', handle: 'cleo', bio: '', instruments: [], public: false },
  })
})

it('a profile with the longest possible values is found by its handle', async () => {
  const wide = Array.from({ length: 50 }, (_, n) => String.fromCodePoint(0x10400 + n)).join(' ')
  const unfolded = [...'ﷺﷻ﷽ﷲﷳﷴﷵﷶﷷﷸﷹ'].join('').repeat(9)
  for (const [index, name] of ['𐐀'.repeat(50), wide, unfolded].entries()) {
    const who = await person(server, `wide_${index}`, { name })
    expect((await on.find(ben, `wide_${index}`)).items.map(({ id }) => id)).toContain(who.id)
  }
})

it('a handle is unique within its tenant', async () => {
  const before = await stored()
  expect(await on.send(ben, 'POST', 'profile/', aProfile({ handle: 'ada', name: 'Not Ben' }))).toMatchObject({
    status: 409,
    code: 'handle_taken',
  })
  expect(await stored()).toEqual(before)
  await person(server, 'ada', {}, 'other')
})

it.each(['___', '______________________________', 'ab', 'Ada', 'a-b-c'])(
  'the handle "%s" is rejected',
  async handle => {
    const answer = await on.send(ben, 'POST', 'profile/', aProfile({ handle }))
    expect(answer).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(answer.answer.json().errors[0].path).toBe('body.handle')
  },
)

it('a public profile response contains exactly the public keys', async () => {
  const shown = (await on.see(ben, ada)).answer.json()
  expect(shown).toEqual({
    ...{ id: ada.id, name: 'ada', handle: 'ada', bio: 'Fingerstyle', instruments: ['Guitar'] },
    ...{ isFollowing: false, isBlocked: false },
  })
  expect((await on.send(ben, 'GET', ada.id)).answer.json()).toEqual(shown)
  expect((await on.send(ben, 'GET', 'handle/ada')).answer.json()).toEqual(shown)
})

it('a profile that is private, suspended or in another tenant is hidden', async () => {
  const shy = await person(server, 'shy', { public: false })
  const gone = await person(server, 'gone')
  await db.inFretwork(({ sql }) =>
    sql.execute(`UPDATE users SET suspended_at = now() WHERE id = '${gone.id}'`),
  )
  const far = await person(server, 'far', {}, 'other')
  // The blocking user can't be found by handle either.
  const wary = await person(server, 'wary')
  await on.block(wary, ben)
  const named = [
    { ...shy, handle: 'shy' },
    { ...gone, handle: 'gone' },
    { ...far, handle: 'far' },
    { ...wary, handle: 'wary' },
  ]
  for (const whom of named)
    for (const path of [`public/${whom.id}`, whom.id, `handle/${whom.handle}`])
      expect(await on.send(ben, 'GET', path)).toMatchObject({ status: 404, code: 'not_found' })
  for (const query of ['shy', 'gone', 'far']) expect((await on.find(ben, query)).total).toBe(0)
})

it('an unknown or invalid handle finds no profile', async () => {
  expect(await on.send(ben, 'GET', 'handle/nobody_here')).toMatchObject({ status: 404, code: 'not_found' })
  expect(await on.send(ben, 'GET', 'handle/___')).toMatchObject({ status: 400, code: 'invalid_input' })
})

it('the complete profile is shown only to its owner and to admins', async () => {
  const admin = await person(server, 'chief', { public: false, roles: ['Admin'] })
  const own = await on.send(ada, 'GET', ada.id.toUpperCase())
  expect(own.answer.json()).toMatchObject({ email: 'ada@mail.example', profile: { favouriteTuningId: 2 } })
  expect((await on.send(admin, 'GET', ada.id)).answer.json()).toEqual(own.answer.json())
  const unknown = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
  expect((await on.send(admin, 'GET', unknown)).status).toBe(404)
})

function png(width = 4, height = 3, shade = 90): Buffer {
  const picture = new PNG({ width, height })
  picture.data.fill(shade)
  return PNG.sync.write(picture)
}

/** Adds the text metadata that cameras and editors write into files. */
function withText(text: string): Buffer {
  return pngOf(ihdr(1, 1), ['tEXt', Buffer.from(`Position\0${text}`)], idat(Buffer.alloc(2)), IEND)
}

const put = (who: Person, picture: string | Buffer) =>
  server.send(`${USER}/avatar/`, {
    method: 'PUT',
    jwt: who.jwt,
    body: { picture: typeof picture === 'string' ? picture : picture.toString('base64') },
  })
const remove = (who: Person) => server.send(`${USER}/avatar/`, { method: 'DELETE', jwt: who.jwt })
const see = (who: Person, whom: Person, tenant = 'fretwork') =>
  server.send(`${USER}/avatar/${whom.id}`, { jwt: who.jwt, tenant })
const versionSeen = async (who: Person, whom: Person) => (await on.see(who, whom)).answer.json().avatar

it('a profile picture follows the profile’s visibility, has a version, and can be removed', async () => {
  expect((await see(ben, ada)).statusCode).toBe(404)
  const first = (await put(ada, png())).json().avatar
  expect(await versionSeen(ben, ada)).toBe(first)
  const answer = await see(ben, ada)
  expect(answer.headers['content-type']).toBe('image/png')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(PNG.sync.read(answer.rawPayload)).toMatchObject({ width: 4, height: 3 })
  expect((await put(ada, png())).json().avatar).toBe(first)
  const second = (await put(ada, png(4, 3, 200))).json().avatar
  expect(second).not.toBe(first)
  expect((await on.send(ada, 'GET', 'profile/')).answer.json().avatar).toBe(second)
  expect((await on.find(ben, 'ada')).items.map(({ avatar }) => avatar)).toEqual([second])

  const own = async () => (await server.send(`${AUTH}/user`, { jwt: ada.jwt })).json().avatar
  expect(await own()).toBe(second)
  expect([(await remove(ada)).statusCode, await own()]).toEqual([204, undefined])
  expect([(await remove(ada)).statusCode, await versionSeen(ben, ada)]).toEqual([204, undefined])
  expect((await see(ada, ada)).statusCode).toBe(404)
})

it('a stored picture contains only pixels and no metadata', async () => {
  const place = 'GPS 48.1351, 11.5820'
  expect((await put(ada, withText(place))).statusCode).toBe(200)
  expect((await see(ada, ada)).rawPayload.includes(place)).toBe(false)
})

it('the profile picture is part of its owner’s export and is deleted with the account', async () => {
  const clio = await person(server, 'clio')
  await put(clio, png())
  const rows = exportedRows(
    (await server.send('/presence/api/v1/auth/account/export', { jwt: clio.jwt })).body,
  )
  expect(rows.avatar).toEqual([expect.objectContaining({ userId: clio.id, picture: expect.any(String) })])
})

it('an invalid picture is rejected with the reason', async () => {
  server.clock.now += 60_000
  const answer = await put(ben, png(64, 64).subarray(0, 60))
  expect(answer.json()).toMatchObject({ status: 400, code: 'picture_refused' })
  expect(answer.json().errors[0].message).toMatch(/damaged/)
  expect(await versionSeen(ada, ben)).toBeUndefined()
})

it('a 300 KB picture is rejected before it is decoded', async () => {
  expect((await put(ben, Buffer.alloc(300 * 1024))).json().code).toBe('body_too_large')
  expect((await put(ben, Buffer.alloc(256 * 1024 + 1))).json().code).toBe('picture_refused')
})

it('a user can upload twenty invalid pictures per minute', async () => {
  server.clock.now += 60_000
  const codes: string[] = []
  for (let n = 0; n < 21; n++) codes.push((await put(ben, 'AAAA')).json().code)
  expect(codes.slice(19)).toEqual(['picture_refused', 'rate_limited'])
})

it('a picture is not found if its user is private, blocks the viewer or is in another tenant', async () => {
  server.clock.now += 60_000
  const dora = await person(server, 'dora')
  await put(dora, png())
  expect((await see(ada, dora)).statusCode).toBe(200)
  const stranger = await person(server, 'eve', {}, 'other')
  expect((await see(stranger, dora, 'other')).statusCode).toBe(404)
  await on.block(dora, ada)
  expect((await see(ada, dora)).json().code).toBe('not_found')
  await on.block(dora, ada, 0)
  const body = { name: 'Dora', handle: 'dora', bio: '', instruments: [], public: false }
  await on.send(dora, 'POST', 'profile/', body)
  expect((await see(ada, dora)).json().code).toBe('not_found')
  expect((await see(dora, dora)).statusCode).toBe(200)
})
