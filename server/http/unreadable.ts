// What Node's own parser refuses never becomes a request; it is answered all the same, as every refusal is.
import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ERRORS, type ErrorCode } from '../../src/core/api/errors.js'
import { documentOf, Problem } from './problem.js'

const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_slow',
}

/** Answers on the bare connection, and ends it: nobody knows where a next request would begin. */
export function sendUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  // Where an answer has begun on this connection, another one in the middle of it would be read as part of it.
  const { _httpMessage: underWay } = socket as Socket & { _httpMessage?: ServerResponse | null }
  if (error.code === 'ECONNRESET' || !socket.writable || underWay?.headersSent) {
    socket.destroy()
    return
  }
  const problem = new Problem(CODES[error.code ?? ''] ?? 'request_unreadable')
  const id = randomUUID()
  const { status } = ERRORS[problem.code]
  const body = JSON.stringify(documentOf(problem, id))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    `x-request-id: ${id}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
