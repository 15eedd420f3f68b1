import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { disconnectSlowReaders } from '../../../server/http/slow-readers.js'

const LOOK_MS = 30_000
const SIZE = 128 * 1024 * 1024
/** Bytes per read; exceeds the buffers on both sides so that the server can continue sending. */
const PART = 24 * 1024 * 1024

let app: ReturnType<typeof Fastify>
const clients: Socket[] = []
const served: Socket[] = []
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  app = Fastify()
  disconnectSlowReaders(app)
  app.server.on('connection', (socket: Socket) => served.push(socket))
  app.get('/large', async () => Buffer.alloc(SIZE))
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  served.length = 0
  await app.close()
  vi.useRealTimers()
})

async function reader(): Promise<{ client: Socket; socket: Socket }> {
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  clients.push(client)
  await once(client, 'connect')
  client.pause()
  client.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n')
  await expect.poll(() => served.at(-1)?.writableLength).toBeGreaterThan(SIZE / 2)
  return { client, socket: served.at(-1) as Socket }
}

const take = (client: Socket, bytes: number) =>
  new Promise<void>(resolve => {
    let taken = 0
    const onData = (chunk: Buffer) => {
      taken += chunk.length
      if (taken < bytes) return
      client.pause().off('data', onData)
      resolve()
    }
    client.on('data', onData).resume()
  })

it('the server disconnects a client that stalls for a minute and frees the response', async () => {
  const { socket } = await reader()
  vi.advanceTimersByTime(LOOK_MS)
  expect(socket.destroyed).toBe(false)
  vi.advanceTimersByTime(LOOK_MS)
  expect(socket.destroyed).toBe(true)
})

it('slow but active readers and idle connections stay open', async () => {
  const { client, socket } = await reader()
  const idle = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  clients.push(idle)
  await once(idle, 'connect')
  for (let minute = 0; minute < 3; minute++) {
    vi.advanceTimersByTime(LOOK_MS)
    await take(client, PART)
  }
  vi.advanceTimersByTime(LOOK_MS)
  expect([socket.destroyed, idle.destroyed]).toEqual([false, false])
})
