import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

type Environment = Readonly<Record<string, string | undefined>>

export interface StatePath {
  readonly path: string
  /** Path used without FRETWORK_HOME, and also read as a fallback. */
  readonly former?: string
}

export function statePath(name: string, env: Environment = process.env): StatePath {
  const usual = join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'fretwork', name)
  if (!env.FRETWORK_HOME) return { path: usual }
  return { path: join(resolve(checkoutRoot(), env.FRETWORK_HOME), 'cli', name), former: usual }
}

export function readPath(name: string, env: Environment = process.env): string {
  const { path, former } = statePath(name, env)
  return former !== undefined && !existsSync(path) && existsSync(former) ? former : path
}

/** Returns the folder of the Fretwork package that contains this module, or else the working directory. */
export function checkoutRoot(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const file = join(folder, 'package.json')
    if (existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).name === 'fretwork') return folder
    if (dirname(folder) === folder) return process.cwd()
  }
}
