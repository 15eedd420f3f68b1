import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const LOOK_MS = 30_000
/**
 * Minimum number of bytes per check, about 550 bytes per second. Requests of maximum size must arrive at the
 * same rate.
 */
const MIN_BYTES = 16_384

/**
 * Node's internal counters. The socket's public counters change only after a whole write, which may be
 * megabytes.
 */
interface Handle {
  readonly bytesWritten: number
  readonly writeQueueSize: number
}

const handleOf = (socket: Socket) => (socket as Socket & { readonly _handle?: Handle | null })._handle

/** Disconnects clients that don't read their responses, which would otherwise stay in memory. */
export function disconnectSlowReaders(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  /** Bytes sent as of the last check, for each connection with unsent bytes. */
  let waiting = new Map<Socket, number>()
  const timer = setInterval(() => {
    const before = waiting
    waiting = new Map()
    for (const socket of sockets) {
      const { bytesWritten = 0, writeQueueSize = 0 } = handleOf(socket) ?? {}
      if (writeQueueSize === 0) continue
      const sent = bytesWritten - writeQueueSize
      if (sent - (before.get(socket) ?? Number.NEGATIVE_INFINITY) < MIN_BYTES) socket.destroy()
      else waiting.set(socket, sent)
    }
  }, LOOK_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
