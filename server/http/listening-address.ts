// Where the server listens, as a browser on this machine would call it.
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.js'

/** @example listeningAddress(app, config) // 'http://127.0.0.1:4680' */
export function listeningAddress(
  app: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
): string {
  const bound = app.server.address()
  // Port 0 has its number only once the server listens.
  const number = typeof bound === 'object' && bound !== null ? bound.port : port
  // A server on all interfaces is reached from here by the loopback name.
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${number}`
}
