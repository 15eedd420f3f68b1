import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { jwtDecode } from 'jwt-decode'
import { attempted, codeOf, messageOf } from '../../src/core/platform/fretwork-error.js'
import { badInput, CliError } from '../errors.js'
import { type StatePath, statePath } from './state-folder.js'

function stateFilePath(env: NodeJS.ProcessEnv = process.env): StatePath {
  return env.FRETWORK_CLI_STATE ? { path: env.FRETWORK_CLI_STATE } : statePath('cli.json', env)
}

/** Write error of the newest `StateFile`. Each command creates only one. */
let unkept: CliError | undefined

/**
 * Reports a failed write before the program exits.
 * @throws CliError `state_unusable`
 */
export function assertStateKept(): void {
  const failed = unkept
  unkept = undefined
  if (failed) throw failed
}

export class StateFile {
  private unwritten: ReadonlyMap<string, string> | undefined

  private readonly path: string
  private readonly former: StateFile | undefined

  constructor(where: string | StatePath = stateFilePath()) {
    const { path, former } = typeof where === 'string' ? { path: where } : where
    this.path = path
    this.former = former === undefined ? undefined : new StateFile(former)
    unkept = undefined
  }

  get(key: string): string | undefined {
    return this.read().get(key) ?? this.former?.get(key)
  }

  keys(): string[] {
    return [...new Set([...this.read().keys(), ...(this.former?.keys() ?? [])])]
  }

  set(key: string, value: string): void {
    const entries = this.read()
    if (entries.get(key) !== value) this.write(entries.set(key, value))
    // Remove the copy: a refresh token works only once, so using both copies would end the user's session.
    if (key.startsWith('session ') && isSameUser(this.former?.get(key), value)) this.former?.remove(key)
  }

  remove(key: string): void {
    const entries = this.read()
    const own = entries.get(key)
    if (entries.delete(key)) this.write(entries)
    const isOthers =
      own !== undefined && key.startsWith('session ') && !isSameUser(this.former?.get(key), own)
    if (!isOthers) this.former?.remove(key)
  }

  /** Rereads the file every time, because another command may have renewed the session. */
  private read(): Map<string, string> {
    return new Map(this.unwritten ?? Object.entries(this.load()))
  }

  private load(): Record<string, string> {
    let text: string
    try {
      text = readFileSync(this.path, 'utf8')
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
      throw this.unusable(error)
    }
    try {
      const parsed: unknown = JSON.parse(text)
      if (typeof parsed !== 'object' || parsed === null) throw new Error('it is not an object')
      return Object.fromEntries(Object.entries(parsed).filter(([, value]) => typeof value === 'string'))
    } catch (error) {
      throw this.unusable(error)
    }
  }

  private write(entries: ReadonlyMap<string, string>): void {
    const folder = dirname(this.path)
    const half = `${this.path}.${process.pid}.tmp`
    try {
      makeFolder(folder)
      writeFileSync(half, JSON.stringify(Object.fromEntries(entries), null, 2), { mode: 0o600 })
      renameSync(half, this.path)
      this.unwritten = undefined
    } catch (error) {
      this.unwritten = entries
      unkept = this.unusable(error)
      throw unkept
    }
  }

  private unusable(error: unknown): CliError {
    const message = `Cannot use the session file ${this.path}: ${messageOf(error)}. Fix or remove it, or set FRETWORK_CLI_STATE to another file.`
    return badInput('state_unusable', message, error)
  }
}

/**
 * Creates missing folders one by one, because Node's `recursive` option hangs if a folder can't be created,
 * as under /proc.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another command created the folder in the meantime.
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/**
 * Returns whether two sessions belong to the same user, according to the subject of their access tokens (RFC
 * 7519).
 */
function isSameUser(a: string | undefined, b: string): boolean {
  return a !== undefined && subjectOf(a) === subjectOf(b)
}

/** Returns undefined for unreadable sessions, so that they all count as the same user. */
function subjectOf(session: string): string | undefined {
  return attempted(() => jwtDecode((JSON.parse(session) as { jwt: string }).jwt).sub)
}
