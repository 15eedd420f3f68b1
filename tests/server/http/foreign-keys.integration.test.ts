// accounts 7: a token cannot say where its key is to be found. Shown to fail where `verify` takes the key from the
// token's own header (`jwk`).
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AUTH, testApp } from '../support/test-app.js'
import { testDatabase } from '../support/test-database.js'

let db: Awaited<ReturnType<typeof testDatabase>>
let server: Awaited<ReturnType<typeof testApp>>
let claims: Record<string, unknown>
let keys: CryptoKeyPair
let jwk: JWK
let asked = 0
let address: string
const thief = createServer((_request, response) => {
  asked += 1
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ keys: [jwk] }))
})

beforeAll(async () => {
  db = await testDatabase()
  server = await testApp(db.database)
  await server.addUser('ada@example.org')
  const { jwt } = await server.logIn('ada@example.org')
  claims = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())
  keys = await generateKeyPair('ES256', { extractable: true })
  jwk = { ...(await exportJWK(keys.publicKey)), kid: server.key.id, alg: 'ES256' }
  await new Promise<void>(resolve => thief.listen(0, '127.0.0.1', resolve))
  const bound = thief.address()
  address = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}/keys`
})
afterAll(async () => {
  thief.close()
  await server.end()
  await db.end()
})

it.each([
  ['jwk', () => ({ jwk })],
  ['jku', () => ({ jku: address })],
  ['x5u', () => ({ x5u: address })],
  ['x5c', () => ({ x5c: ['MIIB'] })],
  ['a key id that is a path', () => ({ kid: '../../../../dev/null' })],
  ['a key id that is SQL', () => ({ kid: "' OR 1=1 --" })],
])('a token of someone else’s key that brings %s is refused, and no one is asked', async (_name, header) => {
  const jwt = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: server.key.id, ...header() })
    .sign(keys.privateKey)
  const answer = await server.send(`${AUTH}/user`, { jwt })
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated'])
  expect(asked).toBe(0)
})
