// Failover: a URL with several hosts, and a primary that becomes read-only.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, expect, inject, it } from 'vitest'
import { addressOfUrl, asOwner, openDatabase } from '../../../server/database/connection.js'
import { AUTH, codeOf, PASSWORD, serverForFile } from '../support/test-app.js'

const { db, server } = await serverForFile()
await server.addUser('ada@example.org')
const { host, user } = inject('postgres')
const name = new URL(db.url).pathname.slice(1)
const socket = encodeURIComponent(host)
const servers: Server[] = []
afterAll(() => {
  for (const each of servers) each.close()
})

const message = (type: string, body: Buffer) => {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** Starts a server with just enough of the protocol to be recognized as a standby. */
async function standby(): Promise<{ address: string; connections: () => number }> {
  let connections = 0
  const listening = createServer(client => {
    connections += 1
    client.on('error', () => client.destroy())
    client.once('data', () =>
      client.write(
        Buffer.concat([
          message('R', Buffer.alloc(4)),
          message('S', Buffer.from('in_hot_standby\0on\0')),
          message('Z', Buffer.from('I')),
        ]),
      ),
    )
  }).listen(0, '127.0.0.1')
  servers.push(listening)
  await once(listening, 'listening')
  return { address: `127.0.0.1:${(listening.address() as AddressInfo).port}`, connections: () => connections }
}

const urlOf = (...hosts: string[]) => `postgresql://${user}@${hosts.join(',')}/${name}`
const one = async (url: string) => {
  const database = await openDatabase(addressOfUrl(url), () => undefined)
  const written = await database.inTenant('fretwork', scope =>
    scope.sql.execute<{ read_only: string }>(
      sql`SELECT current_setting('transaction_read_only') AS read_only`,
    ),
  )
  await database.close()
  return written.rows[0]?.read_only
}

it('connecting to several hosts skips an unreachable host and a standby', async () => {
  const { address, connections } = await standby()
  expect(await one(urlOf('127.0.0.1:1', address, socket))).toBe('off')
  // Twenty connections query the standby only once.
  const url = urlOf(address, socket)
  for (let again = 0; again < 20; again++) await asOwner(addressOfUrl(url), owner => owner.query('SELECT 1'))
  expect(connections()).toBe(2)
})

it('connecting fails without a writable host, but reads can use a standby if allowed', async () => {
  const [first, second] = [await standby(), await standby()]
  const connect = (url: string) => asOwner(addressOfUrl(url), async () => 'connected')
  await expect(connect(urlOf(first.address, second.address))).rejects.toMatchObject({ code: '25006' })
  const any = `${urlOf(first.address, second.address)}?target_session_attrs=any`
  await expect(connect(any)).resolves.toBe('connected')
  const single = `${urlOf(first.address)}?target_session_attrs=primary`
  await expect(connect(single)).rejects.toMatchObject({ code: '25006' })
})

const setReadOnly = (value: 'on' | 'off') =>
  asOwner(db.address, async owner => {
    await owner.query('SET default_transaction_read_only = off')
    await owner.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`)
    await owner.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
  })
const logIn = () => server.send(`${AUTH}/login`, { body: { email: 'ada@example.org', password: PASSWORD } })

it('a read-only primary is an outage for writes and /ready, while reads still work', async () => {
  const { jwt } = await server.logIn('ada@example.org')
  await setReadOnly('on')
  await expect.poll(async () => codeOf(await logIn())).toBe('503 service_unavailable')
  expect((await logIn()).headers['retry-after']).toBe('5')
  expect((await server.send('/ready')).statusCode).toBe(503)
  await expect.poll(async () => (await server.send(`${AUTH}/user`, { jwt })).statusCode).toBe(200)
  await setReadOnly('off')
  await expect.poll(async () => (await server.send('/ready')).statusCode).toBe(200)
  expect((await logIn()).statusCode).toBe(200)
})
