// Starts the whole server, database included, and ends it again.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { deleteOldEntries } from './admin/audit-log.js'
import { createApp, listeningAddress } from './app.js'
import { AccessTokens } from './auth/access-tokens.js'
import { Passwords } from './auth/passwords.js'
import { KeyRing } from './auth/signing-keys.js'
import { type Billing, openBilling, syncBilling } from './billing/billing.js'
import { cleanUpBilling } from './billing/customers.js'
import { type Config, isDemo } from './config.js'
import { asOwner, type Database, openDatabase } from './database/connection.js'
import { openMigrated } from './database/open.js'
import { type DemoLogins, demoPassword, disableDemoUsers, enableDemoUsers } from './demo/demo-users.js'
import { StartFailure, systemCode } from './failure.js'
import { openMailer } from './mail/mailer.js'
import { MailWorker } from './mail/worker.js'
import { doEach, sweep } from './operations/housekeeping.js'
import { checkProduction } from './operations/production.js'
import { projectRoot, serverVersion } from './project.js'
import { createDefaultTenant, createFirstTenants, listTenants } from './tenants/tenants.js'

/** Requests under way may take this long to finish at the end; then their connections are cut. */
const FAREWELL_MS = 3000
const HANG_UP_MS = 50
const SWEEP_MS = 10 * 60_000

export interface ServerOptions {
  readonly config: Config
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** Default: `dist/app` of the project. */
  readonly appFolder?: string
  readonly log?: { write(line: string): void }
  /** Gives the start up at its next step. */
  readonly signal?: AbortSignal
}

export interface RunningServer {
  /** `http://127.0.0.1:4680`, without a slash at its end. */
  readonly address: string
  /** In demo mode only. */
  readonly demo?: DemoLogins | undefined
  /** Ends requests, then the database where it is ours. May be called more than once. */
  close(): Promise<void>
}

/** @throws StartFailure with one sentence on what to do, or what `signal` was aborted for; whatever was started by then is ended. */
export async function startServer({
  config,
  log,
  signal,
  ...options
}: ServerOptions): Promise<RunningServer> {
  const now = options.now ?? Date.now
  const root = projectRoot()
  const endings: (() => Promise<void> | void)[] = []
  let ended: Promise<void> | undefined
  const close = () => {
    ended ??= endAll(endings)
    return ended
  }
  checkProduction(config)
  try {
    let app: FastifyInstance | undefined
    const opened = await openMigrated(config, message => app?.log.error(message))
    endings.push(opened.close)
    signal?.throwIfAborted()
    await asOwner(opened.address, async owner => {
      await createFirstTenants(owner, config.home)
      if (isDemo(config)) await createDefaultTenant(owner)
    })
    const database = await openDatabase(opened.address, error =>
      app?.log.warn({ err: error }, 'A connection broke.'),
    )
    endings.push(() => database.close())
    const passwords = new Passwords()
    const demo = await readyDemo(config, database, passwords, now())
    const tokens = new AccessTokens(await KeyRing.open(config.home, now), now)
    const appFolder = options.appFolder ?? join(root, 'dist', 'app')
    const billing = await openBilling(config, now)
    await syncBilling(database, billing)
    app = await createApp({
      billing,
      config,
      database,
      tokens,
      passwords,
      now,
      appFolder,
      version: serverVersion(root),
      log,
    })
    // At once: whoever waited for housekeeping first would let requests in until it is over.
    const atOnce = [() => endApp(app)]
    endings.push(() => endTogether(atOnce))
    signal?.throwIfAborted()
    await app.listen({ host: config.host, port: config.port }).catch(refusedPort(config))
    const prune = (over: () => boolean) => deleteOldEntries(opened.address, config.auditDays, now(), over)
    atOnce.push(deliverMail(app, config, database, now), sweepRegularly(app, database, billing, prune, now))
    return { address: listeningAddress(app, config), demo, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function readyDemo(config: Config, database: Database, passwords: Passwords, now: number) {
  if (isDemo(config)) {
    return enableDemoUsers(database, passwords, await demoPassword(config.home, config.demoPassword), now)
  }
  for (const { key } of await listTenants(database.shared)) {
    await database.inTenant(key, scope => disableDemoUsers(scope, now))
  }
  return undefined
}

/** @returns the end of it. */
function deliverMail(
  app: FastifyInstance,
  config: Config,
  database: Database,
  now: () => number,
): () => Promise<void> {
  const mailer = openMailer(config, listeningAddress(app, config), now, line => app.log.warn(line))
  const warn = (message: string, error?: unknown) => app.log.warn({ err: error }, message)
  const worker = new MailWorker({ database, mailer, now, warn })
  worker.start()
  return () => worker.stop()
}

function sweepRegularly(
  app: FastifyInstance,
  database: Database,
  { provider }: Billing,
  prune: (over: () => boolean) => Promise<void>,
  now: () => number,
): () => Promise<void> {
  let sweeping = Promise.resolve()
  let over = false
  const isOver = () => over
  const chores = [
    () => sweep(database, now()),
    () => cleanUpBilling(database, provider, now(), isOver),
    () => prune(isOver),
  ]
  const once = () => {
    sweeping = doEach(chores, error => app.log.warn({ err: error }, 'Sweeping failed; it is tried again.'))
  }
  once()
  const timer = setInterval(once, SWEEP_MS)
  timer.unref()
  return () => {
    over = true
    clearInterval(timer)
    return sweeping
  }
}

async function endApp(app: FastifyInstance | undefined): Promise<void> {
  const cut = setTimeout(() => app?.server.closeAllConnections(), FAREWELL_MS)
  // A connection that is kept open comes to rest when its last request is answered, and would be waited for.
  const hangUp = setInterval(() => app?.server.closeIdleConnections(), HANG_UP_MS)
  await app?.close()
  clearInterval(hangUp)
  clearTimeout(cut)
}

/** In reverse order; every ending runs, and the first failure is the one reported. */
async function endAll(endings: (() => Promise<void> | void)[]): Promise<void> {
  const failures: unknown[] = []
  for (const end of endings.reverse()) {
    try {
      await end()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** The first failure is the one reported, when all have come to their end. */
async function endTogether(endings: readonly (() => Promise<void>)[]): Promise<void> {
  const results = await Promise.allSettled(endings.map(end => end()))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

function refusedPort({ host, port }: Config) {
  return (cause: unknown): never => {
    const code = systemCode(cause)
    if (code === 'EADDRINUSE') {
      const message = `Port ${port} on ${host} is in use by another program; stop it, or set PORT to another number.`
      throw new StartFailure('port_in_use', message, { cause })
    }
    if (code === 'EADDRNOTAVAIL' || code === 'EACCES' || code === 'ENOTFOUND') {
      const message = `The server may not listen on ${host}, port ${port} (${code}); set HOST and PORT to what this machine allows.`
      throw new StartFailure('address_unavailable', message, { cause })
    }
    throw cause
  }
}
