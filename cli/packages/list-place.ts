import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { ListPlace } from '../../src/sandbox/packages/allow-list.js'
import { badInput, notFound } from '../errors.js'
import { statePath } from '../platform/state-folder.js'

const LIST = 'plugins.json'
const IN_FOLDER = ['plugin.json', 'dist/plugin.json']

export interface PackagePlace extends ListPlace {
  readonly manifest?: string
}

export function packagePlace(named?: string, env: NodeJS.ProcessEnv = process.env): PackagePlace {
  if (named === undefined) return { path: inState(LIST, env), named: false }
  const path = resolve(named)
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) {
    const message = `There is nothing at ${path}; specify a plugin list (plugins.json) or the folder of a built package.`
    throw notFound('file_missing', message)
  }
  if (!found.isDirectory()) return { path, named: true }
  const manifest = manifestIn(path)
  if (manifest !== undefined) return { path, named: true, manifest }
  const message = `There is no ${IN_FOLDER.join(' or ')} in ${path}; build the plugin, or specify a plugin list.`
  throw badInput('manifest_missing', message)
}

export function manifestIn(folder: string): string | undefined {
  return IN_FOLDER.map(name => join(folder, name)).find(each => existsSync(each))
}

export function packageCopies(env: NodeJS.ProcessEnv = process.env): string {
  return inState('plugins', env)
}

function inState(name: string, env: NodeJS.ProcessEnv): string {
  return env.FRETWORK_CLI_STATE ? join(dirname(env.FRETWORK_CLI_STATE), name) : statePath(name, env).path
}
