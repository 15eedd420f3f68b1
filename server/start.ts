import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { deleteOldAuditEntries } from './admin/audit-log.js'
import { createApp, listeningAddress } from './app.js'
import { AccessTokens } from './auth/access-tokens.js'
import { Passwords } from './auth/passwords.js'
import { KeyRing } from './auth/signing-keys.js'
import { type Billing, openBilling, syncBilling } from './billing/billing.js'
import { cleanUpBilling } from './billing/customers.js'
import { type Config, isDemo } from './config.js'
import { DatabaseClock } from './database/clock.js'
import { asOwner, type Database, openDatabase } from './database/connection.js'
import { openMigrated } from './database/open.js'
import { tenantsWhere } from './database/queries.js'
import type { Transactions } from './database/transactions.js'
import { isDatabaseUnavailable } from './database/unavailable.js'
import { type DemoLogins, demoPassword, disableDemoUsers, enableDemoUsers } from './demo/demo-users.js'
import { StartFailure, systemCode } from './failure.js'
import { openMailer } from './mail/mailer.js'
import { type MailOutcome, MailWorker } from './mail/worker.js'
import { Housekeeping } from './operations/housekeeping.js'
import { outagesOf } from './operations/outages.js'
import { checkProduction } from './operations/production.js'
import { importPlugins } from './plugins/import-plugins.js'
import { projectRoot, serverVersion } from './project.js'
import { isEmptyState } from './state-folder.js'
import { createDefaultTenant, createFirstTenants, listTenants } from './tenants/tenants.js'

/** How long a shutdown waits for open requests before closing their connections, ms. */
const SHUTDOWN_MS = 3000
const CLOSE_IDLE_MS = 50
const HOUSEKEEPING_MS = 10 * 60_000

export interface ServerOptions {
  readonly config: Config
  /** Machine clock, milliseconds since 1970. The database's clock corrects it. */
  readonly now?: () => number
  readonly appFolder?: string
  readonly log?: { write(line: string): void }
  readonly signal?: AbortSignal
}

export interface RunningServer {
  readonly address: string
  readonly demo?: DemoLogins | undefined
  /** Makes `/ready` return 503 and closes each connection after its next response. Nothing else changes. */
  drain(): void
  close(): Promise<void>
}

/**
 * @throws StartFailure with instructions, or the abort reason of `signal`. Everything that was started is
 * stopped first.
 */
export async function startServer({
  config,
  log,
  signal,
  ...options
}: ServerOptions): Promise<RunningServer> {
  const clock = new DatabaseClock(options.now)
  const { now } = clock
  const root = projectRoot()
  const cleanups: (() => Promise<void> | void)[] = []
  let ended: Promise<void> | undefined
  let isDraining = false
  const close = () => {
    ended ??= runAll(cleanups)
    return ended
  }
  checkProduction(config)
  const isNew = isEmptyState(config.home)
  try {
    let app: FastifyInstance | undefined
    const opened = await openMigrated(config, message => app?.log.error(message))
    cleanups.push(opened.close)
    signal?.throwIfAborted()
    await asOwner(opened.address, async owner => {
      await createFirstTenants(owner, config.home)
      if (isDemo(config)) await createDefaultTenant(owner)
    })
    const database = await openDatabase(
      opened.address,
      error => app && outagesOf(app.server).report(app.log, error, 'A database connection was lost.'),
    )
    cleanups.push(() => database.close())
    await clock.adjust(database.shared)
    const passwords = new Passwords()
    const demo = await openDemo(config, database.background, passwords, now())
    const tokens = new AccessTokens(await KeyRing.open(config.home, now), now)
    const appFolder = options.appFolder ?? builtApp(root)
    const billing = await openBilling(config, now)
    await syncBilling(database.background, billing)
    const mailOutcomes = { sent: 0, failed: 0, dropped: 0 }
    const housekeeping = new Housekeeping(now, (task, error) =>
      app?.log.warn({ err: error, task }, 'A housekeeping task failed and will be tried again.'),
    )
    app = await createApp({
      billing,
      config,
      database,
      tokens,
      passwords,
      now,
      isDraining: () => isDraining,
      checkClock: clock.adjust,
      mailOutcomes,
      housekeeping: housekeeping.tasks,
      appFolder,
      version: serverVersion(root),
      log,
    })
    if (isNew && !isDemo(config)) app.log.warn(newStateNotice(config))
    if (!isDemo(config)) await takeOverPlugins(app, config, database, now())
    // Stop everything in parallel: if housekeeping were stopped first, the server would keep accepting
    // requests.
    const atOnce = [() => stopApp(app)]
    cleanups.push(() => stopTogether(atOnce))
    signal?.throwIfAborted()
    await app.listen({ host: config.host, port: config.port }).catch(explainListenError(config))
    const deleteOldEntries = (stopping: () => boolean) =>
      deleteOldAuditEntries(opened.address, config.auditDays, now(), stopping)
    atOnce.push(
      startMailWorker(app, config, database, now, mailOutcomes),
      startHousekeeping(housekeeping, database.background, billing, deleteOldEntries, clock),
    )
    const drain = () => {
      isDraining = true
    }
    return { address: listeningAddress(app, config), demo, drain, close }
  } catch (error) {
    await close()
    throw isDatabaseUnavailable(error) ? startFailureOf(error) : error
  }
}

async function takeOverPlugins(app: FastifyInstance, config: Config, database: Database, now: number) {
  const tenants = (await listTenants(database.shared)).map(({ key }) => key)
  const warn = (message: string) => app.log.warn(message)
  await importPlugins(database.background, config, tenants, { now, warn })
}

/**
 * Warns that the state folder was empty. Otherwise, an unmounted volume would look like the loss of all
 * users.
 */
function newStateNotice({ home, databaseUrl }: Config): string {
  const made = databaseUrl === undefined ? 'a new key and an empty database' : 'a new key'
  return `The state folder ${home} was empty; created ${made}. If that is unexpected, stop the server and set FRETWORK_HOME to the right folder.`
}

/**
 * Resolves the link to the current build. A later build changes the link, and its files don't match the pages
 * in memory.
 */
function builtApp(root: string): string {
  const link = join(root, 'dist', 'app')
  return existsSync(link) ? realpathSync(link) : link
}

/**
 * The migrations have run, so the database URL is right: either the connection was lost or a table is locked.
 */
function startFailureOf(cause: unknown): StartFailure {
  const message = 'The database stopped responding during startup, or a table is locked. Start again.'
  return new StartFailure('database_unavailable', message, { cause })
}

async function openDemo(config: Config, database: Transactions, passwords: Passwords, now: number) {
  if (isDemo(config)) {
    return enableDemoUsers(database, passwords, await demoPassword(config.home, config.demoPassword), now)
  }
  const enabled = 'SELECT 1 FROM users WHERE tenant = $1 AND demo AND suspended_at IS NULL'
  for (const key of await tenantsWhere(database.shared, enabled)) {
    await database.inTenant(key, scope => disableDemoUsers(scope, now))
  }
  return undefined
}

function startMailWorker(
  app: FastifyInstance,
  config: Config,
  database: Database,
  now: () => number,
  outcomes: Record<MailOutcome, number>,
): () => Promise<void> {
  const mailer = openMailer(config, listeningAddress(app, config), now, line => app.log.warn(line))
  const warn = (message: string, error?: unknown) => app.log.warn({ err: error }, message)
  const worker = new MailWorker({ database, mailer, now, warn, outcomes })
  worker.start()
  return () => worker.stop()
}

export function startHousekeeping(
  housekeeping: Housekeeping,
  database: Transactions,
  { provider }: Billing,
  deleteOldEntries: (stopping: () => boolean) => Promise<void>,
  clock: DatabaseClock,
): () => Promise<void> {
  let running: Promise<void> | undefined
  let stopping = false
  const isStopping = () => stopping
  const runTasks = async () => {
    // Skip the tasks if the clock is wrong, because they could delete data that is still in use.
    if (await housekeeping.run('clock', () => clock.adjust(database.shared))) {
      await housekeeping.deleteExpired(database, isStopping)
      await housekeeping.run('billing', () => cleanUpBilling(database, provider, clock.now(), isStopping))
      await housekeeping.run('audit_log', () => deleteOldEntries(isStopping))
    }
    running = undefined
  }
  const once = () => {
    running ??= runTasks()
  }
  once()
  const timer = setInterval(once, HOUSEKEEPING_MS)
  timer.unref()
  return async () => {
    stopping = true
    clearInterval(timer)
    await running
  }
}

async function stopApp(app: FastifyInstance | undefined): Promise<void> {
  const cut = setTimeout(() => app?.server.closeAllConnections(), SHUTDOWN_MS)
  // Keep-alive connections become idle after their last response, and `close` would wait for them.
  const closeIdle = setInterval(() => app?.server.closeIdleConnections(), CLOSE_IDLE_MS)
  await app?.close()
  clearInterval(closeIdle)
  clearTimeout(cut)
}

async function runAll(cleanups: (() => Promise<void> | void)[]): Promise<void> {
  const failures: unknown[] = []
  for (const end of cleanups.reverse()) {
    try {
      await end()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

async function stopTogether(cleanups: readonly (() => Promise<void>)[]): Promise<void> {
  const results = await Promise.allSettled(cleanups.map(end => end()))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

function explainListenError({ host, port }: Config) {
  return (cause: unknown): never => {
    const code = systemCode(cause)
    if (code === 'EADDRINUSE') {
      const message = `Port ${port} on ${host} is already in use; stop the other program, or set PORT to another number.`
      throw new StartFailure('port_in_use', message, { cause })
    }
    if (code === 'EADDRNOTAVAIL' || code === 'EACCES' || code === 'ENOTFOUND') {
      const message = `The server cannot listen on ${host}, port ${port} (${code}); set HOST and PORT to values that this machine allows.`
      throw new StartFailure('address_unavailable', message, { cause })
    }
    throw cause
  }
}
