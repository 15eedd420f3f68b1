import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { checkoutRoot } from './checkout.js'

type Environment = Readonly<Record<string, string | undefined>>

export interface StatePath {
  readonly path: string
  /** The path without FRETWORK_HOME, read as a fallback. */
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
