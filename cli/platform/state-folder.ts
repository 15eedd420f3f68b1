/** Where the command line keeps what it remembers: below the state folder of the server if one is named. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { checkoutRoot } from './checkout.js'

type Environment = Readonly<Record<string, string | undefined>>

export interface StatePath {
  readonly path: string
  /** The same file of a command line for which FRETWORK_HOME is not set: what `path` does not have is looked up there. */
  readonly former?: string
}

/** @param name of a file in the folder */
export function statePath(name: string, env: Environment = process.env): StatePath {
  const usual = join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'fretwork', name)
  if (!env.FRETWORK_HOME) return { path: usual }
  // Relative to the same folder as for the server.
  return { path: join(resolve(checkoutRoot(), env.FRETWORK_HOME), 'cli', name), former: usual }
}

/** Of a file that is only read: the former one as long as there is no other. */
export function readPath(name: string, env: Environment = process.env): string {
  const { path, former } = statePath(name, env)
  return former !== undefined && !existsSync(path) && existsSync(former) ? former : path
}
