import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isLoopback } from '../../src/sandbox/packages/loopback.js'
import { atMost } from '../at-most.js'
import type { Passwords } from '../auth/passwords.js'
import type { Config } from '../config.js'
import type { Database } from '../database/connection.js'
import { MIGRATIONS } from '../database/migrate.js'
import { oncePer } from '../database/transactions.js'
import { Problem } from '../http/problem.js'
import { filledOutboxes } from '../mail/queue.js'
import type { MailOutcome } from '../mail/worker.js'
import type { Housekeeping, Task } from './housekeeping.js'

/**
 * Upper bounds of the histogram buckets, s. A read takes milliseconds, a login tens of milliseconds; proxies
 * time out after ten seconds.
 */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Process metrics (CPU, memory, event loop, garbage collection), collected once even if the process runs
 * several servers.
 */
const processMetrics = oncePer((_: NodeJS.Process) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
})

interface Measured {
  readonly database: Database
  readonly passwords: Passwords
  readonly now: () => number
  readonly version: string
  readonly mailOutcomes?: Readonly<Record<MailOutcome, number>>
  readonly housekeeping?: Housekeeping['tasks']
  readonly library?: {
    readonly streams: { readonly size: number }
    readonly outcomes: Readonly<Record<string, number>>
  }
}

export function addMetrics(
  app: FastifyInstance,
  parts: Measured & { readonly config: Pick<Config, 'metricsToken'> },
): void {
  const registry = new Registry()
  measureRequests(app, registry)
  addGauges(registry, parts)
  const { metricsToken } = parts.config
  app.get('/metrics', { exposeHeadRoute: false }, async (request, reply) => {
    if (!mayRead(request, metricsToken)) {
      throw new Problem(metricsToken === undefined ? 'not_found' : 'unauthenticated')
    }
    reply.header('cache-control', 'no-store').type(registry.contentType)
    return Registry.merge([registry, processMetrics(process)]).metrics()
  })
}

function measureRequests(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'fretwork_http_request_duration_seconds',
    help: 'Duration of requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    // Label by route: the number of URLs is unlimited, and they may contain secrets.
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}

const WAIT_BUCKETS = [0.001, 0.01, 0.1, 0.5, 1, 3]

function addGauges(
  registry: Registry,
  { database, passwords, now, version, mailOutcomes, housekeeping, library }: Measured,
): void {
  type Read = () => Readonly<Record<string, number>> | Promise<Readonly<Record<string, number>>>
  const labeled = (
    Kind: typeof Gauge | typeof Counter,
    name: string,
    help: string,
    read: Read,
    label: string,
  ) =>
    new Kind({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        // Read the values before resetting. Otherwise, a parallel request would count them twice.
        const values = Object.entries(await read())
        this.reset()
        for (const [state, value] of values) this.inc({ [label]: state }, value)
      },
    })
  const byState = (name: string, help: string, read: Read, label = 'state') =>
    labeled(Gauge, name, help, read, label)
  const byOutcome = (name: string, help: string, read: Read, label = 'outcome') =>
    labeled(Counter, name, help, read, label)
  byState('fretwork_database_connections', 'Connections to the database.', () => {
    const { total, idle, waiting } = database.connections()
    return { busy: total - idle, idle, wanted: waiting }
  })
  const waits = new Histogram({
    name: 'fretwork_database_wait_seconds',
    help: 'Time requests waited for a database connection.',
    buckets: WAIT_BUCKETS,
    registers: [registry],
  })
  database.onWait(seconds => waits.observe(seconds))
  const emails = 'Email delivery attempts by outcome: sent, failed (will be retried), dropped.'
  byOutcome('fretwork_mails_total', emails, () => ({ sent: 0, failed: 0, dropped: 0, ...mailOutcomes }))
  const writes = 'Library writes by outcome: kept, stale (another device was first), refused.'
  byOutcome('fretwork_library_writes_total', writes, () => library?.outcomes ?? {})
  const ofTasks = (read: (task: Task) => number) => () =>
    Object.fromEntries([...(housekeeping ?? [])].map(([name, task]) => [name, read(task)]))
  const cleaned = 'Rows that housekeeping has deleted or looked at, by task.'
  byOutcome(
    'fretwork_housekeeping_rows_total',
    cleaned,
    ofTasks(({ rows }) => rows),
    'task',
  )
  const failures = 'Failures of housekeeping, by task. A failed task is tried again after ten minutes.'
  byOutcome(
    'fretwork_housekeeping_failures_total',
    failures,
    ofTasks(task => task.failures),
    'task',
  )
  const done = 'When a task of housekeeping was last done, in seconds since 1970; 0 if never.'
  const doneAt = ofTasks(({ doneAt = 0 }) => doneAt / 1000)
  byState('fretwork_housekeeping_done_timestamp_seconds', done, doneAt, 'task')
  const single = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  const streams = 'Devices listening for library changes.'
  single('fretwork_library_streams', streams, () => library?.streams.size ?? 0)
  new Gauge({
    name: 'fretwork_build_info',
    help: 'Always 1. The version of Fretwork, its newest tables and the version of Node.',
    labelNames: ['version', 'tables', 'node'],
    registers: [registry],
  }).set({ version, tables: MIGRATIONS.at(-1)?.id ?? '', node: process.versions.node }, 1)
  byState('fretwork_password_checks', 'Passwords being hashed and logins waiting for a hash.', () => ({
    ...passwords.load,
  }))
  // The other metrics stay available while the database is down or busy; only this one is missing.
  const queued = inTime(() => queuedEmails(database, now()))
  byState('fretwork_mail_queue', 'Emails waiting to be sent, by whether an attempt has failed.', queued)
  single('process_uptime_seconds', 'Seconds since the server was started.', () => process.uptime())
}

async function queuedEmails({ background }: Database, now: number): Promise<Record<string, number>> {
  const outboxes = await filledOutboxes(background.shared, now)
  const sum = (count: (outbox: (typeof outboxes)[number]) => number) =>
    outboxes.reduce((total, outbox) => total + count(outbox), 0)
  return { new: sum(({ untried }) => untried), tried: sum(({ tried }) => tried) }
}

/** Database timeout for /metrics, ms. Prometheus times out after ten seconds. */
const PATIENCE_MS = 500

/**
 * Shares one read among parallel requests.
 * @returns a function that returns nothing if the read fails or is late; a later request may get the late
 * result
 */
function inTime(read: () => Promise<Record<string, number>>): () => Promise<Record<string, number>> {
  let reading: Promise<Record<string, number>> | undefined
  return () => {
    reading ??= read()
      .catch(() => ({}))
      .finally(() => {
        reading = undefined
      })
    return atMost(PATIENCE_MS, reading, () => ({}))
  }
}

/**
 * Allows requests with the token, and direct requests from this machine to a loopback host. Forwarded
 * requests are not direct: a local proxy forwards requests from anyone.
 */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined && isSame(request.headers.authorization ?? '', `Bearer ${token}`)) return true
  const { headers, socket, hostname } = request
  const forwarded = Object.keys(headers).some(name => name === 'forwarded' || name.startsWith('x-forwarded-'))
  // An IPv4 client on an IPv6 socket appears as ::ffff:127.0.0.1.
  const caller = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return !forwarded && isLoopback(caller) && isLoopback(hostname)
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
