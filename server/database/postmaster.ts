// Reading PostgreSQL's own lock file, and ending a database process that an earlier server left behind.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { StartFailure } from '../failure.js'
import { isRunning, isTaken } from '../state-folder.js'

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
export function livingPostmaster(dataFolder: string): Postmaster | undefined {
  const postmaster = readPostmaster(dataFolder)
  if (!postmaster || !isRunning(postmaster.pid)) return undefined
  return commandOf(postmaster.pid).includes(dataFolder) ? postmaster : undefined
}

/**
 * Ends what a killed server left running. A lock file whose process id now belongs to some other program, or to a
 * zombie, is removed: PostgreSQL itself would refuse to start on it.
 */
export async function endLeftOver(dataFolder: string): Promise<void> {
  const recorded = readPostmaster(dataFolder)
  if (!recorded) return
  if (livingPostmaster(dataFolder)) {
    await endPostgres(recorded.pid)
  } else if (isTaken(recorded.pid)) {
    rmSync(join(dataFolder, 'postmaster.pid'), { force: true })
  }
}

/**
 * Asks PostgreSQL to end: first the fast way (clients are dropped, everything is written), after 8 s the
 * immediate way (recovered at the next start), after 2 s more not at all politely.
 */
export async function endPostgres(pid: number): Promise<void> {
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
