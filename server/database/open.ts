import pg from 'pg'
import type { Config } from '../config.js'
import { StartFailure, systemCode } from '../failure.js'
import { isLocked, lockStateFolder, openStateFolder } from '../state-folder.js'
import { addressOfSocket, addressOfUrl, asOwner, type DatabaseAddress } from './connection.js'
import { type EmbeddedPostgres, runningPostgres, startEmbeddedPostgres } from './embedded/embedded.js'
import { MIGRATIONS, type Migration, migrate, pendingMigrations } from './migrate.js'
import { isReadOnly, isUnreachable } from './unavailable.js'

const OWNER_ROLE = 'fretwork_owner'
const DATABASE = 'fretwork'

type Where = Pick<Config, 'home' | 'databaseUrl'> & Partial<Pick<Config, 'migrationUrl'>>

/** @throws StartFailure, for example if the folder is in use or the database is unreachable */
export async function openMigrated(
  config: Where,
  onCrash?: (message: string) => void,
  migrations: readonly Migration[] = MIGRATIONS,
) {
  openStateFolder(config.home)
  if (config.databaseUrl !== undefined) {
    const address = addressOfUrl(config.databaseUrl, config.migrationUrl)
    await migrateReachable(address, migrations, config.migrationUrl ? 'FRETWORK_MIGRATION_URL' : undefined)
    return { address, close: async () => undefined }
  }
  const lock = lockStateFolder(config.home)
  let postgres: EmbeddedPostgres | undefined
  const close = async () => {
    try {
      await postgres?.close()
    } finally {
      lock.release()
    }
  }
  try {
    postgres = await startEmbeddedPostgres(config.home, onCrash)
    await makeDatabase(postgres)
    const address = addressOfSocket(postgres.host, OWNER_ROLE, DATABASE)
    await migrateReachable(address, migrations)
    return { address, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Runs `work` as the owner, with or without a running server. Used by commands such as `fretwork server
 * tenant`.
 */
export function administer<T>(config: Where, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  return atDatabase(config, address => asOwner(address, work))
}

/**
 * @param isCheck whether to list migrations without running them
 * @returns IDs of pending migrations if `isCheck`
 */
export function migrateDatabase(config: Where, isCheck: boolean): Promise<string[]> {
  const migrations = isCheck ? [] : MIGRATIONS
  return atDatabase(config, address => asOwner(address, pendingMigrations), migrations)
}

/**
 * Connects to a running server's database, or starts the database for the duration of `work`.
 * @param migrations a subset for restoring an older backup
 */
export async function atDatabase<T>(
  config: Where,
  work: (address: DatabaseAddress) => Promise<T>,
  migrations?: readonly Migration[],
): Promise<T> {
  const running =
    config.databaseUrl === undefined && isLocked(config.home) ? runningPostgres(config.home) : undefined
  if (running) return work(addressOfSocket(running.host, OWNER_ROLE, DATABASE))
  const opened = await openMigrated(config, undefined, migrations)
  try {
    return await work(opened.address)
  } finally {
    await opened.close()
  }
}

async function makeDatabase({ host, superuser }: EmbeddedPostgres): Promise<void> {
  const address = addressOfSocket(host, superuser, 'postgres')
  await asOwner(address, async client => {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
    if (found.rowCount !== 0) return
    const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [OWNER_ROLE])
    if (role.rowCount === 0) await client.query(`CREATE ROLE ${OWNER_ROLE} LOGIN CREATEROLE`)
    await client.query(`CREATE DATABASE ${DATABASE} OWNER ${OWNER_ROLE}`)
  })
}

async function migrateReachable(
  address: DatabaseAddress,
  migrations: readonly Migration[],
  name = 'DATABASE_URL',
): Promise<void> {
  try {
    await asOwner(address, owner => migrate(owner, migrations))
  } catch (cause) {
    if (cause instanceof StartFailure) throw cause
    const tls = tlsProblem(cause)
    if (tls) throw new StartFailure('database_unavailable', `${tls} (${name}).`, { cause })
    if (isReadOnly(cause)) {
      const message = `The database is read-only. Point ${name} to the primary, or list all hosts in it.`
      throw new StartFailure('database_unavailable', message, { cause })
    }
    if (!isUnreachable(cause)) throw cause
    const why = cause instanceof Error ? cause.message : String(cause)
    const message = `The database cannot be reached (${why || systemCode(cause)}); check ${name} and that PostgreSQL is running.`
    throw new StartFailure('database_unavailable', message, { cause })
  }
}

/**
 * Recognizes rejected certificates by Node's error codes, and servers without TLS by the driver's message.
 */
function tlsProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = systemCode(error) ?? ''
  if (/CERT|SIGNATURE|^ERR_TLS_|ISSUER/.test(code)) {
    return `The database’s certificate is not trusted (${error.message.split(':')[0]}). Set sslrootcert=<file> to its CA and connect using a host name in the certificate`
  }
  if (!/does not support SSL/.test(error.message)) return undefined
  return 'The database does not support TLS, but sslmode requires it. Enable SSL in PostgreSQL, or remove sslmode'
}
