/** What the command line remembers: one JSON file that only its user can read, written whole or not at all. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { messageOf } from '../../src/core/platform/fretwork-error.js'
import { CliError } from '../cli-error.js'
import { EXIT } from '../exit-codes.js'

export function stateFilePath(env: NodeJS.ProcessEnv = process.env): string {
  if (env.FRETWORK_CLI_STATE) return env.FRETWORK_CLI_STATE
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'fretwork', 'cli.json')
}

export class StateFile {
  private entries: Map<string, string> | undefined

  constructor(private readonly path: string = stateFilePath()) {}

  get(key: string): string | undefined {
    return this.read().get(key)
  }

  set(key: string, value: string): void {
    if (this.read().get(key) === value) return
    this.read().set(key, value)
    this.write()
  }

  remove(key: string): void {
    if (this.read().delete(key)) this.write()
  }

  private read(): Map<string, string> {
    this.entries ??= new Map(Object.entries(this.load()))
    return this.entries
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
      if (typeof parsed !== 'object' || parsed === null) throw new Error('it is no object')
      return Object.fromEntries(Object.entries(parsed).filter(([, value]) => typeof value === 'string'))
    } catch (error) {
      throw this.unusable(error)
    }
  }

  private write(): void {
    const folder = dirname(this.path)
    const half = `${this.path}.${process.pid}.tmp`
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(half, JSON.stringify(Object.fromEntries(this.read()), null, 2), { mode: 0o600 })
      renameSync(half, this.path)
    } catch (error) {
      throw this.unusable(error)
    }
  }

  private unusable(error: unknown): CliError {
    return new CliError(
      'state_unusable',
      `The file with your session, ${this.path}, cannot be used: ${messageOf(error)}. Mend or remove it, or name another in FRETWORK_CLI_STATE.`,
      EXIT.badInput,
      { cause: error },
    )
  }
}
