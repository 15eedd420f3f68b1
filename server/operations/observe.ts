// What is measured of a running server, and GET /metrics, where Prometheus reads it.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Config, isLoopback } from '../config.js'
import type { Database } from '../database/connection.js'
import { Problem } from '../http/problem.js'
import type { Passwords } from '../presence/auth/passwords.js'
import { mailQueue } from './mail-queue.js'
import { Metrics } from './metrics.js'

/** Seconds. A read takes a few milliseconds, a log-in a few tens; past ten seconds proxies give up. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface ObservedParts {
  readonly config: Pick<Config, 'metricsToken'>
  readonly database: Database
  readonly passwords: Passwords
}

/** To be called before the routes are added. */
export function observe(app: FastifyInstance, { config, database, passwords }: ObservedParts): void {
  const metrics = new Metrics()
  countRequests(app, metrics)
  metrics.gauge('fretwork_database_connections', 'Connections to the database.', () => {
    const { total, idle, waiting } = database.connections()
    return [
      { labels: { state: 'busy' }, value: total - idle },
      { labels: { state: 'idle' }, value: idle },
      { labels: { state: 'wanted' }, value: waiting },
    ]
  })
  metrics.gauge('fretwork_password_checks', 'Passwords being hashed, and log-ins that wait for it.', () => [
    { labels: { state: 'running' }, value: passwords.load.running },
    { labels: { state: 'waiting' }, value: passwords.load.waiting },
  ])
  metrics.gauge('fretwork_mail_queue', 'Mail on its way out, by whether a try has failed before.', () =>
    // A reading is worth having while the database is away; the gap in this one then says so.
    mailQueue(database).catch(() => []),
  )
  metrics.gauge('process_resident_memory_bytes', 'Memory of the server, without the database.', () => [
    { value: process.memoryUsage.rss() },
  ])
  metrics.gauge('process_uptime_seconds', 'Since the start of the server.', () => [
    { value: process.uptime() },
  ])
  app.get('/metrics', { exposeHeadRoute: false }, async (request, reply) => {
    if (!mayRead(request, config.metricsToken)) {
      throw new Problem(config.metricsToken === undefined ? 'not_found' : 'unauthenticated')
    }
    reply.header('cache-control', 'no-store').type('text/plain; version=0.0.4; charset=utf-8')
    return reply.send(await metrics.text())
  })
}

function countRequests(app: FastifyInstance, metrics: Metrics): void {
  const durations = metrics.histogram(
    'fretwork_http_request_duration_seconds',
    'Requests by route and status, and how long they took.',
    DURATIONS,
  )
  app.addHook('onResponse', async (request, reply) => {
    // By route, never by address: addresses have no end, and some hold secrets.
    const route = request.routeOptions.url ?? 'none'
    const labels = { method: request.method, route, status: String(reply.statusCode) }
    durations.observe(labels, reply.elapsedTime / 1000)
  })
}

/**
 * From this machine, or with the token. A proxy on this machine passes strangers on from a loopback address, so
 * that the address alone proves nothing: the request must also be made out to a loopback name and not forwarded.
 */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined && isSame(request.headers.authorization ?? '', `Bearer ${token}`)) return true
  const { headers, socket, hostname } = request
  const forwarded = Object.keys(headers).some(name => name === 'forwarded' || name.startsWith('x-forwarded-'))
  // An IPv4 caller on an IPv6 socket is written ::ffff:127.0.0.1.
  const caller = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return !forwarded && isLoopback(caller) && isLoopback(hostname)
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
