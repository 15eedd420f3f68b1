// Starts a web server on a free port.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts the server and returns its origin. */
export async function listening(server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export function closed(server: Server): Promise<unknown> {
  server.closeAllConnections()
  return new Promise(resolve => server.close(resolve))
}
