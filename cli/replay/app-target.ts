import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { storedJson } from '../../src/core/platform/json.js'
import { refusedByServer } from '../errors.js'
import { serverOf } from '../platform/environments.js'
import type { Endings } from './endings.js'
import { DRAIN_AT_MOST_MS, type OpenTarget } from './play-file.js'

/** WebSocket subprotocol. The token is sent as a second subprotocol. */
const PROTOCOL = 'fretwork-replay'
/** How far ahead messages are sent, ms. A loopback round trip takes 3 ms, at most 15 in tests. */
const AHEAD_MS = 80
const GRACE_MS = 20

const frame = z.object({ type: z.string(), id: z.optional(z.number()) })

export async function openAppTarget(address: string | undefined, endings: Endings): Promise<OpenTarget> {
  const { baseUrl } = serverOf({ ...(address !== undefined && { baseUrl: address }) })
  const { WebSocketServer } = await import('ws')
  const token = randomBytes(32).toString('base64url')
  const http = createServer((_request, response) => response.writeHead(404).end())
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 4096, handleProtocols: () => PROTOCOL })
  let used = false
  let page: WebSocket | undefined
  let lastMs = Number.NEGATIVE_INFINITY

  const port = await new Promise<number>((resolve, reject) => {
    http.once('error', reject).listen(0, '127.0.0.1', () => resolve((http.address() as AddressInfo).port))
  })
  const isOurs = ({ headers }: IncomingMessage) => {
    const [word, given = ''] = String(headers['sec-websocket-protocol'] ?? '').split(/,\s*/)
    const fits = given.length === token.length && timingSafeEqual(Buffer.from(given), Buffer.from(token))
    // Other pages can connect to this port, but they have neither the right origin nor the token.
    return (
      !used &&
      word === PROTOCOL &&
      fits &&
      headers.origin === new URL(baseUrl).origin &&
      headers.host === `127.0.0.1:${port}`
    )
  }
  const opened = new Promise<void>((resolve, reject) => {
    endings.signal.addEventListener('abort', () => reject(endings.signal.reason))
    http.on('upgrade', (request, socket, head) => {
      if (!isOurs(request)) return socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
      used = true
      sockets.handleUpgrade(request, socket, head, connection => {
        page = connection
        connection.on('message', data => {
          const said = storedJson(frame, String(data))
          if (said?.type === 'clock') {
            connection.send(JSON.stringify({ type: 'clock', id: said.id, at: performance.now() }))
          } else if (said?.type === 'ready') resolve()
        })
        connection.on('error', () => connection.terminate())
        connection.on('close', () => {
          endings.fail(refusedByServer('page_gone', 'The page was closed, so playback stopped.'))
        })
      })
    })
  })

  const closeAll = async () => {
    page?.removeAllListeners('close')
    page?.close()
    sockets.close()
    http.closeAllConnections()
    await new Promise<void>(resolve => void http.close(() => resolve()))
  }
  process.stderr.write(
    `Open this link in your browser, and allow it there: ${baseUrl}/replay#${port}.${token}\n`,
  )
  try {
    await opened
  } catch {
    // The run ended before the link was opened. `endings` contains the reason.
  }
  return {
    aheadMs: AHEAD_MS,
    send(raw, at) {
      lastMs = Math.max(lastMs, at)
      if (page?.readyState === page?.OPEN)
        page?.send(JSON.stringify({ type: 'play', messages: [{ at, raw }] }))
    },
    async drain() {
      const wait = Math.min(DRAIN_AT_MOST_MS, lastMs + GRACE_MS - performance.now())
      if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait))
    },
    async close() {
      if (page?.readyState === page?.OPEN) page?.send(JSON.stringify({ type: 'end' }))
      await closeAll()
    },
  }
}
