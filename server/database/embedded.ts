// PostgreSQL of our own: made, started and ended with the server, reachable by a private unix socket only.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { StartFailure } from '../failure.js'
import { type Account, databaseAccount } from './account.js'
import { type Binaries, copyBinaries, installedBinaries, linkLibraries } from './binaries.js'
import { endLeftOver, endPostgres, livingPostmaster, readPostmaster } from './postmaster.js'

/** A unix socket's path has 107 bytes at most (sun_path, less its closing NUL). */
const SOCKET_PATH_BYTES = 107
/** Recovery after a crash reads the log again; on a slow disk that takes a while. */
const START_PATIENCE_MS = 60_000
const SUPERUSER = 'postgres'

export interface EmbeddedPostgres {
  /** The folder of the socket: the `host` of a connection. */
  readonly host: string
  readonly superuser: string
  readonly pid: number
  close(): Promise<void>
}

/** Where the cluster of a state folder lies; as root outside of it, since PostgreSQL cannot enter root's folders. */
export function clusterFolder(home: string, account: Account | undefined): string {
  if (!account) return join(home, 'postgres')
  return join('/var/lib/fretwork', createHash('sha256').update(home).digest('hex').slice(0, 16))
}

/** The database that a running server on the same state folder has open, for administration beside it. */
export function runningPostgres(home: string): Pick<EmbeddedPostgres, 'host' | 'superuser'> | undefined {
  const data = join(clusterFolder(home, databaseAccount()), 'data')
  const postmaster = livingPostmaster(data)
  return postmaster && { host: postmaster.socketFolder, superuser: SUPERUSER }
}

/**
 * Starts PostgreSQL on the state folder, making the cluster at the first time. The caller holds the folder's lock.
 * @throws StartFailure with what to do: binaries missing, data of another version, or PostgreSQL's own last words.
 */
export async function startEmbeddedPostgres(home: string): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    const message = 'The embedded database needs unix sockets, which this system lacks; set DATABASE_URL.'
    throw new StartFailure('database_unavailable', message)
  }
  const account = databaseAccount()
  const folder = clusterFolder(home, account)
  prepareFolder(folder, home, account)
  let binaries = installedBinaries()
  linkLibraries(binaries.folder)
  if (account) binaries = copyBinaries(binaries, join(folder, 'binaries'), account)

  const data = join(folder, 'data')
  await endLeftOver(data)
  if (existsSync(data)) checkVersion(data, binaries)
  else await makeCluster(data, binaries, account)

  const socketFolder = makeSocketFolder(folder, account)
  const log = join(folder, 'postgres.log')
  const logFile = openSync(log, 'w', 0o600)
  const child = spawn(
    join(binaries.folder, 'bin', 'postgres'),
    [
      '-D',
      data,
      '-k',
      socketFolder,
      '-c',
      'listen_addresses=',
      '-c',
      'timezone=UTC',
      '-c',
      'unix_socket_permissions=0700',
    ],
    // Detached: Ctrl-C in the terminal reaches us alone, and we end the database after the last request.
    { ...runAs(account), detached: true, stdio: ['ignore', logFile, logFile] },
  )
  closeSync(logFile)
  let ended = false
  const exit = new Promise<void>(resolve => {
    const end = () => {
      ended = true
      resolve()
    }
    child.once('exit', end)
    child.once('error', end)
  })
  const pid = child.pid ?? 0
  await ready(data, pid, () => ended, log)
  child.unref()
  // Even where we end without our farewell (an uncaught error), the database is told.
  const farewell = () => {
    if (!ended) child.kill('SIGINT')
  }
  process.once('exit', farewell)

  return {
    host: socketFolder,
    superuser: SUPERUSER,
    pid,
    async close() {
      process.off('exit', farewell)
      if (!ended) {
        child.ref()
        await Promise.race([exit, endPostgres(pid)])
      }
      rmSync(socketFolder, { recursive: true, force: true })
    },
  }
}

function prepareFolder(folder: string, home: string, account: Account | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!account) return
  // The parents must let the account through; the folder itself is its own.
  chmodSync('/var/lib/fretwork', 0o755)
  chownSync(folder, account.uid, account.gid)
  writeFileSync(
    join(home, 'postgres-folder.txt'),
    `PostgreSQL's data and binaries for this state folder are in\n${folder}\nbecause the server was started as root; they belong to the account ${account.name}.\n`,
  )
}

function checkVersion(data: string, binaries: Binaries): void {
  const file = join(data, 'PG_VERSION')
  const major = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  const ours = binaries.version.split('.')[0] ?? ''
  if (major === ours) return
  const message =
    major === ''
      ? `The database folder ${data} is damaged (PG_VERSION is missing); put a backup in its place, or move it away to begin anew.`
      : `The database in ${data} was made by PostgreSQL ${major}, this is ${ours}; move the data over with a dump, or move the folder away to begin anew.`
  throw new StartFailure(major === '' ? 'state_folder_damaged' : 'database_version', message)
}

async function makeCluster(data: string, binaries: Binaries, account: Account | undefined): Promise<void> {
  // Under another name first: a start that is killed here leaves no half-made cluster behind.
  const draft = `${data}.new`
  rmSync(draft, { recursive: true, force: true })
  const initdb = spawn(
    join(binaries.folder, 'bin', 'initdb'),
    [
      '-D',
      draft,
      '-U',
      SUPERUSER,
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      '--no-instructions',
    ],
    // Detached for the same reason as the server itself: interrupted half way, it would look like a fault.
    { ...runAs(account), detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let words = ''
  initdb.stderr.setEncoding('utf8').on('data', chunk => {
    words += chunk
  })
  const failure = await new Promise<{ cause?: Error } | undefined>(resolve => {
    initdb.once('error', cause => resolve({ cause }))
    initdb.once('close', status => resolve(status === 0 ? undefined : {}))
  })
  if (failure) {
    rmSync(draft, { recursive: true, force: true })
    throw startFailed(lastLine(words || (failure.cause?.message ?? '')), failure.cause)
  }
  renameSync(draft, data)
}

function makeSocketFolder(folder: string, account: Account | undefined): string {
  const near = join(folder, 'socket')
  if (Buffer.byteLength(join(near, '.s.PGSQL.5432')) <= SOCKET_PATH_BYTES) {
    rmSync(near, { recursive: true, force: true })
    mkdirSync(near, { mode: 0o700 })
    if (account) chownSync(near, account.uid, account.gid)
    return near
  }
  const temporary = Buffer.byteLength(tmpdir()) > 80 ? '/tmp' : tmpdir()
  const far = mkdtempSync(join(temporary, 'fretwork-'))
  if (account) chownSync(far, account.uid, account.gid)
  return far
}

function runAs(account: Account | undefined) {
  // Variables such as PGDATA or LD_PRELOAD of the caller must not reach it; '/' can be entered by every account.
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  return { cwd: '/', env, ...(account && { uid: account.uid, gid: account.gid }) }
}

async function ready(data: string, pid: number, ended: () => boolean, log: string): Promise<void> {
  for (let waited = 0; waited < START_PATIENCE_MS; waited += 5) {
    if (ended()) throw startFailed(lastLine(readFileSync(log, 'utf8')))
    const postmaster = readPostmaster(data)
    // After a crash the file of the one before still says that it is ready.
    if (postmaster?.pid === pid && postmaster.ready) return
    await wait(5)
  }
  throw startFailed(`it was not ready after ${START_PATIENCE_MS / 1000} s, see ${log}`)
}

function startFailed(words: string, cause?: unknown): StartFailure {
  const message = `The embedded PostgreSQL does not start: ${words}; set DATABASE_URL to use another one.`
  return new StartFailure('database_unavailable', message, { cause })
}

function lastLine(text: string): string {
  const lines = text.trim().split('\n')
  return (lines.findLast(line => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? '').trim()
}
