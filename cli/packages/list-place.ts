/** Where the user's own allow-list of plugin packages is, and where copies of fetched packages are kept. */
import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { ListPlace } from '../../src/packages/allow-list.js'
import { CliError, EXIT } from '../errors.js'
import { statePath } from '../platform/state-folder.js'

const LIST = 'plugins.json'
/** Where a folder that is named instead of a list has its manifest. */
const IN_FOLDER = ['plugin.json', 'dist/plugin.json']

/** A list, or the manifest of one package in the place of a list. */
export interface PackagePlace extends ListPlace {
  readonly manifest?: string
}

/** @param named by `--plugins`: a list, or the folder of a package @throws CliError `file_missing`, `manifest_missing` */
export function packagePlace(named?: string, env: NodeJS.ProcessEnv = process.env): PackagePlace {
  if (named === undefined) return { path: inState(LIST, env), named: false }
  const path = resolve(named)
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) {
    const message = `There is nothing at ${path}; name a list of plugins (plugins.json) or the folder of a built package.`
    throw new CliError('file_missing', message, EXIT.notFound)
  }
  if (!found.isDirectory()) return { path, named: true }
  const manifest = manifestIn(path)
  if (manifest !== undefined) return { path, named: true, manifest }
  const message = `There is no ${IN_FOLDER.join(' or ')} in ${path}; build the plugin, or name a list of plugins.`
  throw new CliError('manifest_missing', message, EXIT.badInput)
}

/** The plugin.json of a package's folder, or of the one that its build writes. */
export function manifestIn(folder: string): string | undefined {
  return IN_FOLDER.map(name => join(folder, name)).find(each => existsSync(each))
}

/** The folder for copies, by hash. */
export function packageCopies(env: NodeJS.ProcessEnv = process.env): string {
  return inState('plugins', env)
}

/** Next to the state file, wherever that is. */
function inState(name: string, env: NodeJS.ProcessEnv): string {
  return env.FRETWORK_CLI_STATE ? join(dirname(env.FRETWORK_CLI_STATE), name) : statePath(name, env).path
}
