// Pictures: anyone who sends one gets only its pixels kept, and who may not see the profile does not see it.
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { IEND, idat, ihdr, pngOf } from '../pictures/png-files.js'
import { AUTH, serverForFile } from '../support/test-app.js'
import { callsOf, type Person, person, USER } from './people.js'

const { server } = await serverForFile()
const on = callsOf(server)
const ada = await person(server, 'ada')
const ben = await person(server, 'ben')

function png(width = 4, height = 3, shade = 90): Buffer {
  const picture = new PNG({ width, height })
  picture.data.fill(shade)
  return PNG.sync.write(picture)
}

/** With the text that cameras and editors write into files. */
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

describe('a picture', () => {
  it('is seen by others with the profile, changes its version with its pixels, and goes again', async () => {
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
    expect((await remove(ada)).statusCode).toBe(204)
    expect(await own()).toBeUndefined()
    expect((await remove(ada)).statusCode).toBe(204)
    expect(await versionSeen(ben, ada)).toBeUndefined()
    expect((await see(ada, ada)).statusCode).toBe(404)
  })

  it('keeps its pixels alone: no text that stood in its file', async () => {
    const place = 'GPS 48.1351, 11.5820'
    expect((await put(ada, withText(place))).statusCode).toBe(200)
    expect((await see(ada, ada)).rawPayload.includes(place)).toBe(false)
  })

  it('is in the export of its owner, and goes with the account', async () => {
    const cleo = await person(server, 'cleo')
    await put(cleo, png())
    const { rows } = (await server.send('/presence/api/v1/auth/account/export', { jwt: cleo.jwt })).json()
    expect(rows.avatar).toEqual([expect.objectContaining({ userId: cleo.id, picture: expect.any(String) })])
  })
})

describe('what is not a picture of ours', () => {
  it('is refused with the reason', async () => {
    server.clock.now += 60_000
    const answer = await put(ben, png(64, 64).subarray(0, 60))
    expect(answer.json()).toMatchObject({ status: 400, code: 'picture_refused' })
    expect(answer.json().errors[0].message).toMatch(/damaged/)
    expect(await versionSeen(ada, ben)).toBeUndefined()
  })

  it('is refused before it is looked at where it has 300 KB', async () => {
    expect((await put(ben, Buffer.alloc(300 * 1024))).json().code).toBe('body_too_large')
    expect((await put(ben, Buffer.alloc(256 * 1024 + 1))).json().code).toBe('picture_refused')
  })

  it('may come twenty times a minute, and then has to wait', async () => {
    server.clock.now += 60_000
    const codes: string[] = []
    for (let n = 0; n < 21; n++) codes.push((await put(ben, 'AAAA')).json().code)
    expect(codes.slice(19)).toEqual(['picture_refused', 'rate_limited'])
  })
})

describe('who may not see the profile', () => {
  it('finds no picture: a private one, one who blocks, another tenant', async () => {
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
})
