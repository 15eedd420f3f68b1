import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { ListPlace } from '../../src/sandbox/packages/allow-list.js'
import { badInput, notFound } from '../errors.js'
import { statePath } from '../platform/state-folder.js'

const IN_FOLDER = ['plugin.json', 'dist/plugin.json']

export interface PackagePlace extends ListPlace {
  readonly manifest?: string
}

export function packagePlace(named?: string): PackagePlace {
  if (named === undefined) return { path: inState('plugins.json'), named: false }
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

export function inState(name: string): string {
  const { FRETWORK_CLI_STATE: file } = process.env
  return file ? join(dirname(file), name) : statePath(name).path
}
