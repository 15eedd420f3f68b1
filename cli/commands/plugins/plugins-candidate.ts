/** Reads the manifest at a path: JSON, or a module that exports it. */
import { existsSync, statSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { CliError, EXIT } from '../../errors.js'
import type { Candidate } from './plugins-finding.js'

/** The manifest of a folder: built ones first. */
const IN_FOLDER = ['plugin.json', 'dist/plugin.json', 'index.mjs', 'index.js', 'index.ts', 'src/index.ts']
const MODULES = ['.js', '.mjs', '.ts']

/** @throws CliError `file_missing`, `manifest_missing`, `manifest_unreadable` */
export async function readCandidate(path: string): Promise<Candidate> {
  const file = manifestFile(resolve(path))
  if (extname(file) === '.json') return (await import('./plugins-package.js')).readPackage(file)
  return await (await import('./plugins-module.js')).readModule(file)
}

function manifestFile(path: string): string {
  if (!existsSync(path)) {
    throw new CliError(
      'file_missing',
      `There is nothing at ${path}; name a manifest or its folder.`,
      EXIT.notFound,
    )
  }
  if (!statSync(path).isDirectory()) return readable(path)
  const found = IN_FOLDER.map(name => join(path, name)).find(isFile)
  if (found) return found
  throw new CliError(
    'manifest_missing',
    `There is no manifest in ${path} (${IN_FOLDER.join(', ')}); build the plugin, or name its file.`,
    EXIT.badInput,
  )
}

function readable(path: string): string {
  // Reading a pipe or a device would block.
  if (isFile(path) && ['.json', ...MODULES].includes(extname(path))) return path
  throw new CliError(
    'manifest_missing',
    `${path} is not a manifest; name a plugin.json, a module (${MODULES.join(', ')}) that exports one, or the folder of either.`,
    EXIT.badInput,
  )
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
