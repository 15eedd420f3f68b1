import { execFileSync, spawn } from 'node:child_process'
import { closeSync, copyFileSync, openSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { StartFailure } from '../../failure.js'
import { isRunning, isTaken } from '../../state-folder.js'
import type { Account, Binaries } from './binaries.js'

/** Startup timeout, ms. Recovery after a crash replays the log, which takes a long time on a slow disk. */
const START_TIMEOUT_MS = 60_000
/**
 * Pause after the first failed restart, ms. It doubles with each failure: old processes may still be ending,
 * or the disk may be full.
 */
const FIRST_PAUSE_MS = 50
const MAX_PAUSE_MS = 10_000

export interface Cluster {
  readonly binaries: Binaries
  readonly data: string
  readonly socketFolder: string
  readonly log: string
  readonly account: Account | undefined
}

export type PostgresProcess = Awaited<ReturnType<typeof launch>>

export async function launch(cluster: Cluster) {
  const { binaries, data, socketFolder, log, account } = cluster
  // Open the log for appending, so that `rotateLog` can truncate it.
  const logFile = openSync(log, 'a', 0o600)
  const logged = statSync(log).size
  const settings = ['listen_addresses=', 'timezone=UTC', 'unix_socket_permissions=0700']
  const child = spawn(
    join(binaries.folder, 'bin', 'postgres'),
    ['-D', data, '-k', socketFolder, ...settings.flatMap(setting => ['-c', setting])],
    // Detach: Ctrl-C in the terminal reaches only the server, which stops the database after the last
    // request.
    { ...runAs(account), detached: true, stdio: ['ignore', logFile, logFile] },
  )
  closeSync(logFile)
  let over = false
  const exited = new Promise<void>(resolve => {
    const end = () => {
      over = true
      resolve()
    }
    child.once('exit', end)
    child.once('error', end)
  })
  const pid = child.pid ?? 0
  await ready(data, pid, () => over, { log, logged })
  child.unref()
  return {
    pid,
    exited,
    kill(signal: NodeJS.Signals) {
      if (!over) child.kill(signal)
    },
    async end() {
      if (over) return
      child.ref()
      await Promise.race([exited, stopPostgres(pid)])
    },
  }
}

const LOG_BYTES = 10 * 1024 * 1024

/** Moves a large log to a single backup file, which limits the total size. */
export function rotateLog(log: string, maxBytes = LOG_BYTES): void {
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) <= maxBytes) return
  // Copy and truncate, because PostgreSQL keeps the file open.
  copyFileSync(log, `${log}.1`)
  truncateSync(log)
}

/**
 * Restarts the process whenever it ends, until `closing` is set.
 * @returns a promise that resolves when the last process has ended
 */
export async function keepRunning(
  cluster: Cluster,
  running: { current: PostgresProcess },
  closing: AbortSignal,
  onCrash: (message: string) => void,
): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; ; ) {
    await running.current.exited
    if (closing.aborted) return
    onCrash('The embedded PostgreSQL crashed and is being restarted.')
    try {
      await stopLeftover(cluster.data)
      running.current = await launch(cluster)
      pauseMs = FIRST_PAUSE_MS
      if (closing.aborted) await running.current.end()
    } catch (error) {
      onCrash(error instanceof Error ? error.message : String(error))
      await wait(pauseMs, undefined, { signal: closing }).catch(() => undefined)
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
    }
  }
}

export function runAs(account: Account | undefined) {
  // Don't pass on variables such as PGDATA or LD_PRELOAD. Every account can read `/`.
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  return { cwd: '/', env, ...(account && { uid: account.uid, gid: account.gid }) }
}

async function ready(
  data: string,
  pid: number,
  over: () => boolean,
  { log, logged }: { readonly log: string; readonly logged: number },
): Promise<void> {
  for (let waited = 0; waited < START_TIMEOUT_MS; waited += 5) {
    if (over()) throw startFailure(lastLogLine(readFileSync(log).subarray(logged).toString()))
    const postmaster = readPostmaster(data)
    // After a crash, the file may be left over from the previous process and say "ready".
    if (postmaster?.pid === pid && postmaster.ready) return
    await wait(5)
  }
  throw startFailure(`it was not ready after ${START_TIMEOUT_MS / 1000} s, see ${log}`)
}

export function startFailure(words: string, cause?: unknown): StartFailure {
  const message = `The embedded PostgreSQL could not be started: ${words}; set DATABASE_URL to use another database.`
  return new StartFailure('database_unavailable', message, { cause })
}

export function lastLogLine(text: string): string {
  const lines = text.trim().split('\n')
  return (lines.findLast(line => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? '').trim()
}

export interface Postmaster {
  readonly pid: number
  readonly socketFolder: string
  readonly ready: boolean
}

export function readPostmaster(dataFolder: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined // PostgreSQL deletes the file when it stops
  }
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, socketFolder: lines[4]?.trim() ?? '', ready: lines[7]?.trim() === 'ready' }
}

export function runningPostmaster(dataFolder: string): Postmaster | undefined {
  const postmaster = readPostmaster(dataFolder)
  if (!postmaster || !isRunning(postmaster.pid)) return undefined
  return commandOf(postmaster.pid).includes(dataFolder) ? postmaster : undefined
}

/**
 * Stops the database that a killed server left running (ADR 9). PostgreSQL refuses to start if another
 * program uses the process ID in its lock file.
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
 * Stops in fast mode, then after 8 s in immediate mode (which requires recovery on the next start), and after
 * 2 more seconds with SIGKILL.
 */
export async function stopPostgres(pid: number): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', 8000],
    ['SIGQUIT', 2000],
    ['SIGKILL', 2000],
  ] as const) {
    if (!isRunning(pid)) return
    process.kill(pid, signal)
    if (await hasExited(pid, timeoutMs)) return
  }
  const message = `The database process ${pid} is not stopping. Kill it and start again.`
  throw new StartFailure('database_unavailable', message)
}

async function hasExited(pid: number, timeoutMs: number): Promise<boolean> {
  for (let waited = 0; waited < timeoutMs; waited += 10) {
    if (!isRunning(pid)) return true
    await wait(10)
  }
  return !isRunning(pid)
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    // There is no /proc on this system, or the process has just ended.
  }
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' })
  } catch {
    return '' // ps fails if the process is gone
  }
}
