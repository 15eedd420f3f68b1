// The PostgreSQL process: started, restarted if it dies, and stopped, including one left behind by a crashed server.
import { execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { StartFailure } from '../../failure.js'
import { isRunning, isTaken } from '../../state-folder.js'
import type { Account, Binaries } from './binaries.js'

/** Recovery after a crash reads the log again; on a slow disk that takes a while. */
const START_PATIENCE_MS = 60_000
/** After a death the processes of its connections need a moment to notice; a full disk needs longer. */
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 10_000

export interface Position {
  readonly binaries: Binaries
  readonly data: string
  readonly socketFolder: string
  readonly log: string
  readonly account: Account | undefined
}

export interface PostgresProcess {
  readonly pid: number
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<void>
  tell(signal: NodeJS.Signals): void
  end(): Promise<void>
}

/** @throws StartFailure with PostgreSQL's own last words. */
export async function launch({
  binaries,
  data,
  socketFolder,
  log,
  account,
}: Position): Promise<PostgresProcess> {
  const logFile = openSync(log, 'w', 0o600)
  const settings = ['listen_addresses=', 'timezone=UTC', 'unix_socket_permissions=0700']
  const child = spawn(
    join(binaries.folder, 'bin', 'postgres'),
    ['-D', data, '-k', socketFolder, ...settings.flatMap(setting => ['-c', setting])],
    // Detached: Ctrl-C in the terminal reaches us alone, and we end the database after the last request.
    { ...runAs(account), detached: true, stdio: ['ignore', logFile, logFile] },
  )
  closeSync(logFile)
  let over = false
  const ended = new Promise<void>(resolve => {
    const end = () => {
      over = true
      resolve()
    }
    child.once('exit', end)
    child.once('error', end)
  })
  const pid = child.pid ?? 0
  await ready(data, pid, () => over, log)
  child.unref()
  return {
    pid,
    ended,
    tell(signal) {
      if (!over) child.kill(signal)
    },
    async end() {
      if (over) return
      child.ref()
      await Promise.race([ended, stopPostgres(pid)])
    },
  }
}

/**
 * Launches again whatever dies, until `closing`; between tries that fail it waits longer and longer.
 * @returns when it is over, after the last process that it launched has ended.
 */
export async function keepRunning(
  place: Position,
  running: { current: PostgresProcess },
  closing: AbortSignal,
  onDeath: (message: string) => void,
): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; ; ) {
    await running.current.ended
    if (closing.aborted) return
    onDeath('The embedded PostgreSQL has died and is started again.')
    try {
      await stopLeftover(place.data)
      running.current = await launch(place)
      pauseMs = FIRST_PAUSE_MS
      // The farewell may have come while it started.
      if (closing.aborted) await running.current.end()
    } catch (error) {
      onDeath(error instanceof Error ? error.message : String(error))
      // Cut short at the farewell.
      await wait(pauseMs, undefined, { signal: closing }).catch(() => undefined)
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    }
  }
}

export function runAs(account: Account | undefined) {
  // Variables such as PGDATA or LD_PRELOAD of the caller must not reach it; '/' can be entered by every account.
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  return { cwd: '/', env, ...(account && { uid: account.uid, gid: account.gid }) }
}

async function ready(data: string, pid: number, over: () => boolean, log: string): Promise<void> {
  for (let waited = 0; waited < START_PATIENCE_MS; waited += 5) {
    if (over()) throw startFailed(lastLine(readFileSync(log, 'utf8')))
    const postmaster = readPostmaster(data)
    // After a crash the file of the one before still says that it is ready.
    if (postmaster?.pid === pid && postmaster.ready) return
    await wait(5)
  }
  throw startFailed(`it was not ready after ${START_PATIENCE_MS / 1000} s, see ${log}`)
}

export function startFailed(words: string, cause?: unknown): StartFailure {
  const message = `The embedded PostgreSQL does not start: ${words}; set DATABASE_URL to use another one.`
  return new StartFailure('database_unavailable', message, { cause })
}

export function lastLine(text: string): string {
  const lines = text.trim().split('\n')
  return (lines.findLast(line => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? '').trim()
}

export interface Postmaster {
  readonly pid: number
  readonly socketFolder: string
  readonly ready: boolean
}

/** What `postmaster.pid` in the data folder says, `undefined` where there is none. */
export function readPostmaster(dataFolder: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined // PostgreSQL removes the file when it ends
  }
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, socketFolder: lines[4]?.trim() ?? '', ready: lines[7]?.trim() === 'ready' }
}

/** The PostgreSQL that serves the folder now, `undefined` where none does. */
export function runningPostmaster(dataFolder: string): Postmaster | undefined {
  const postmaster = readPostmaster(dataFolder)
  if (!postmaster || !isRunning(postmaster.pid)) return undefined
  return commandOf(postmaster.pid).includes(dataFolder) ? postmaster : undefined
}

/**
 * Ends what a killed server left running. A lock file whose process id now belongs to some other program, or to a
 * zombie, is removed: PostgreSQL itself would refuse to start on it.
 */
export async function stopLeftover(dataFolder: string): Promise<void> {
  const recorded = readPostmaster(dataFolder)
  if (!recorded) return
  if (runningPostmaster(dataFolder)) {
    await stopPostgres(recorded.pid)
  } else if (isTaken(recorded.pid)) {
    rmSync(join(dataFolder, 'postmaster.pid'), { force: true })
  }
}

/**
 * Asks PostgreSQL to end: first the fast way (clients are dropped, everything is written), after 8 s the
 * immediate way (recovered at the next start), after 2 s more not at all politely.
 */
export async function stopPostgres(pid: number): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 8000],
    ['SIGQUIT', 2000],
    ['SIGKILL', 2000],
  ] as const) {
    if (!isRunning(pid)) return
    process.kill(pid, signal)
    if (await gone(pid, patienceMs)) return
  }
  const message = `The database process ${pid} does not end; end it by hand and start again.`
  throw new StartFailure('database_unavailable', message)
}

async function gone(pid: number, patienceMs: number): Promise<boolean> {
  for (let waited = 0; waited < patienceMs; waited += 10) {
    if (!isRunning(pid)) return true
    await wait(10)
  }
  return !isRunning(pid)
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    // No /proc on this system, or the process ended between two looks.
  }
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' })
  } catch {
    return '' // ps fails where the process is gone
  }
}
