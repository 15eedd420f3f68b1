// The embedded PostgreSQL: created, started and stopped with the server, reachable through a private Unix socket only.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartFailure } from '../../failure.js'
import {
  type Account,
  type Binaries,
  copyBinaries,
  databaseAccount,
  installedBinaries,
  linkLibraries,
} from './binaries.js'
import {
  keepRunning,
  lastLine,
  launch,
  type Position,
  runAs,
  runningPostmaster,
  startFailed,
  stopLeftover,
} from './postgres-process.js'

/** A unix socket's path has 107 bytes at most (sun_path, less its closing NUL). */
const SOCKET_PATH_BYTES = 107
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
  const postmaster = runningPostmaster(data)
  return postmaster && { host: postmaster.socketFolder, superuser: SUPERUSER }
}

/**
 * Starts PostgreSQL on the state folder, making the cluster at the first time, and starts it again where it dies
 * (`onDeath` is told, for the log). The caller holds the folder's lock.
 * @throws StartFailure with what to do: binaries missing, data of another version, or PostgreSQL's own last words.
 */
export async function startEmbeddedPostgres(
  home: string,
  onDeath: (message: string) => void = () => undefined,
): Promise<EmbeddedPostgres> {
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
  await stopLeftover(data)
  if (existsSync(data)) checkVersion(data, binaries)
  else await makeCluster(data, binaries, account)

  const socketFolder = makeSocketFolder(folder, account)
  const place: Position = { binaries, data, socketFolder, log: join(folder, 'postgres.log'), account }
  const running = { current: await launch(place) }
  const closing = new AbortController()
  const kept = keepRunning(place, running, closing.signal, onDeath)
  // Even where we end without our farewell (an uncaught error), the database is told.
  const farewell = () => running.current.tell('SIGINT')
  process.once('exit', farewell)

  return {
    host: socketFolder,
    superuser: SUPERUSER,
    get pid() {
      return running.current.pid
    },
    async close() {
      closing.abort()
      process.off('exit', farewell)
      await running.current.end()
      await kept
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
