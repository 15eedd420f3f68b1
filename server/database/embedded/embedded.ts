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
  type Cluster,
  keepRunning,
  lastLogLine,
  launch,
  rotateLog,
  runAs,
  runningPostmaster,
  startFailure,
  stopLeftover,
} from './postgres-process.js'

/** Maximum length of a Unix socket path, bytes (sun_path without the terminating NUL). */
const SOCKET_PATH_BYTES = 107
const SUPERUSER = 'postgres'
const ROTATE_MS = 10 * 60_000
const INITDB_OPTIONS = '-A trust -E UTF8 --locale-provider=builtin --locale=C.UTF-8 --no-instructions'.split(
  ' ',
)

export interface EmbeddedPostgres {
  readonly host: string
  readonly superuser: string
  readonly pid: number
  close(): Promise<void>
}

/**
 * Returns the cluster's folder. If the server runs as root, PostgreSQL can't read the state folder, so the
 * cluster is elsewhere.
 */
export function clusterFolder(home: string, account: Account | undefined): string {
  if (!account) return join(home, 'postgres')
  return join('/var/lib/fretwork', createHash('sha256').update(home).digest('hex').slice(0, 16))
}

/** Returns the database of a running server that uses this state folder. */
export function runningPostgres(home: string): Pick<EmbeddedPostgres, 'host' | 'superuser'> | undefined {
  const data = join(clusterFolder(home, databaseAccount()), 'data')
  const postmaster = runningPostmaster(data)
  return postmaster && { host: postmaster.socketFolder, superuser: SUPERUSER }
}

/**
 * Starts PostgreSQL and restarts it after crashes. The caller must hold the folder's lock.
 * @throws StartFailure with instructions
 */
export async function startEmbeddedPostgres(
  home: string,
  onCrash: (message: string) => void = () => undefined,
): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    const message =
      'The embedded database requires Unix sockets, which are not available on this system. Set DATABASE_URL.'
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
  else await createCluster(data, binaries, account)

  const socketFolder = createSocketFolder(folder, account)
  const cluster: Cluster = { binaries, data, socketFolder, log: join(folder, 'postgres.log'), account }
  rotateLog(cluster.log)
  const running = { current: await launch(cluster) }
  const rotating = setInterval(() => rotateLog(cluster.log), ROTATE_MS)
  rotating.unref()
  const closing = new AbortController()
  const restarting = keepRunning(cluster, running, closing.signal, onCrash)
  // Stop the database even if this process exits without closing it, for example on an uncaught error.
  const stopOnExit = () => running.current.kill('SIGINT')
  process.once('exit', stopOnExit)

  return {
    host: socketFolder,
    superuser: SUPERUSER,
    get pid() {
      return running.current.pid
    },
    async close() {
      closing.abort()
      clearInterval(rotating)
      process.off('exit', stopOnExit)
      await running.current.end()
      await restarting
      rmSync(socketFolder, { recursive: true, force: true })
    },
  }
}

function prepareFolder(folder: string, home: string, account: Account | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!account) return
  // The account owns the folder and needs access to its parents.
  chmodSync('/var/lib/fretwork', 0o755)
  chownSync(folder, account.uid, account.gid)
  writeFileSync(
    join(home, 'postgres-folder.txt'),
    `PostgreSQL's data and binaries for this state folder are in\n${folder}\nbecause the server was started as root. They belong to the account ${account.name}.\n`,
  )
}

function checkVersion(data: string, binaries: Binaries): void {
  const file = join(data, 'PG_VERSION')
  const major = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  const ours = binaries.version.split('.')[0] ?? ''
  if (major === ours) return
  const message =
    major === ''
      ? `The database folder ${data} is damaged (PG_VERSION is missing); restore it from a backup, or move it away to start with an empty database.`
      : `The database in ${data} was created by PostgreSQL ${major}, but this is ${ours}; back it up with the version of Fretwork that created it, then restore the backup into an empty state folder (docs/operating.md, Update).`
  throw new StartFailure(major === '' ? 'state_folder_damaged' : 'database_version', message)
}

async function createCluster(data: string, binaries: Binaries, account: Account | undefined): Promise<void> {
  // The cluster is renamed once it is complete, so that an interrupted start doesn't leave an incomplete one.
  const draft = `${data}.new`
  rmSync(draft, { recursive: true, force: true })
  const initdb = spawn(
    join(binaries.folder, 'bin', 'initdb'),
    ['-D', draft, '-U', SUPERUSER, ...INITDB_OPTIONS],
    // Detach initdb, as the server process is: an interrupted initdb would be reported as an error.
    { ...runAs(account), detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let output = ''
  initdb.stderr.setEncoding('utf8').on('data', chunk => {
    output += chunk
  })
  const failure = await new Promise<{ cause?: Error } | undefined>(resolve => {
    initdb.once('error', cause => resolve({ cause }))
    initdb.once('close', status => resolve(status === 0 ? undefined : {}))
  })
  if (failure) {
    rmSync(draft, { recursive: true, force: true })
    throw startFailure(lastLogLine(output || (failure.cause?.message ?? '')), failure.cause)
  }
  renameSync(draft, data)
}

function createSocketFolder(folder: string, account: Account | undefined): string {
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
