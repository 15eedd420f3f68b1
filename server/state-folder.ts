import { randomUUID } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { link, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartFailure, systemCode } from './failure.js'

const LOCK = 'server.lock'
/** Folder for the CLI's sessions (docs/cli.md). Its presence doesn't indicate a server's state folder. */
const COMMAND_LINE = 'cli'
/**
 * Age at which a takeover lock is stale, ms. A takeover takes milliseconds, so its process must have ended.
 */
const STEAL_ABANDONED_MS = 10_000

export interface StateLock {
  release(): void
}

/**
 * Creates missing folders one by one, because Node's `recursive` option hangs if the system denies access to
 * a parent.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error
  }
}

export function openStateFolder(home: string): void {
  try {
    makeFolder(home)
    if (!statSync(home).isDirectory()) throw new Error('not a folder')
  } catch (cause) {
    const message = `The state folder ${home} cannot be created or is not a folder; set FRETWORK_HOME to another path.`
    throw new StartFailure('state_folder_damaged', message, { cause })
  }
}

export function isEmptyState(home: string): boolean {
  return !existsSync(home) || readdirSync(home).every(name => name === COMMAND_LINE)
}

/**
 * Takes over the lock of a process that has ended.
 * @throws StartFailure `state_folder_in_use` if that process is still running
 */
export function lockStateFolder(home: string, isAlive: (holder: Holder) => boolean = holderLives): StateLock {
  const path = join(home, LOCK)
  const mine = JSON.stringify({ pid: process.pid, born: bornOf(process.pid), id: randomUUID() })
  if (!createNew(path, mine)) {
    const holder = readHolder(path)
    if (holder && isAlive(holder)) throw inUse(home, holder)
    if (!takeOver(path, mine, isAlive)) throw inUse(home, readHolder(path))
  }
  return {
    release() {
      if (existsSync(path) && readFileSync(path, 'utf8') === mine) unlinkSync(path)
    },
  }
}

export function isLocked(home: string): boolean {
  const holder = readHolder(join(home, LOCK))
  return holder !== undefined && holderLives(holder)
}

export async function writePrivately(path: string, text: string): Promise<void> {
  await rename(await draftOf(path, text), path)
}

/** Like `writePrivately`, but keeps an existing file, which another server may have just written. */
export async function writePrivatelyOnce(path: string, text: string): Promise<void> {
  const draft = await draftOf(path, text)
  try {
    await link(draft, path)
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
}

async function draftOf(path: string, text: string): Promise<string> {
  const draft = `${path}.${process.pid}.${randomUUID().slice(0, 8)}`
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' })
  return draft
}

export interface Holder {
  readonly pid: number
  /** Start time of the process in system-specific units. Distinguishes processes with a reused ID. */
  readonly born?: string | undefined
}

function holderLives({ pid, born }: Holder): boolean {
  if (!isRunning(pid)) return false
  const bornNow = bornOf(pid)
  return born === undefined || bornNow === undefined || born === bornNow
}

/** Returns whether the process is running. Ignores zombies, which can remain forever in a container. */
export function isRunning(pid: number): boolean {
  if (!isTaken(pid)) return false
  const state = statOf(pid)?.[0]
  return state !== 'Z' && state !== 'X'
}

/** Returns whether the process ID is in use, including by zombies. PostgreSQL checks it in the same way. */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return systemCode(error) === 'EPERM'
  }
}

function bornOf(pid: number): string | undefined {
  return statOf(pid)?.[19]
}

/** Returns the fields of /proc/<pid>/stat (proc(5)) from the third field, the state. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Skip the command name, which may contain spaces and parentheses.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined // without /proc, compare process IDs only
  }
}

function readHolder(path: string): Holder | undefined {
  try {
    const holder: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof holder !== 'object' || holder === null || !('pid' in holder)) return undefined
    if (!Number.isInteger(holder.pid)) return undefined
    return { pid: Number(holder.pid), born: 'born' in holder ? String(holder.born) : undefined }
  } catch {
    return undefined // not locked: the file is missing or was truncated by a crash
  }
}

function takeOver(path: string, mine: string, isAlive: (holder: Holder) => boolean): boolean {
  // Use a second lock, so that two processes can't delete each other's new lock.
  const steal = `${path}.taking`
  if (existsSync(steal) && Date.now() - statSync(steal).mtimeMs > STEAL_ABANDONED_MS)
    rmSync(steal, { force: true })
  if (!createNew(steal, mine)) return false
  try {
    const holder = readHolder(path)
    if (holder && isAlive(holder)) return false
    rmSync(path, { force: true })
    return createNew(path, mine)
  } finally {
    rmSync(steal, { force: true })
  }
}

/** Creates the file atomically, because an empty lock file would look stale. */
function createNew(path: string, text: string): boolean {
  const draft = `${path}.${process.pid}.${randomUUID().slice(0, 8)}`
  try {
    writeFileSync(draft, text, { flag: 'wx', mode: 0o600 })
    linkSync(draft, path)
    return true
  } catch (error) {
    const code = systemCode(error)
    if (code === 'EEXIST') return false
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw error
    const message = `The state folder ${dirname(path)} is not writable (${code}); give this account write access, or set FRETWORK_HOME to another folder.`
    throw new StartFailure('state_folder_damaged', message, { cause: error })
  } finally {
    rmSync(draft, { force: true })
  }
}

function inUse(home: string, holder: Holder | undefined): StartFailure {
  const who = holder ? `process ${holder.pid}` : 'another process'
  const message = `Another Fretwork server (${who}) is using the state folder ${home}. Stop it, or set FRETWORK_HOME to another folder.`
  return new StartFailure('state_folder_in_use', message)
}
