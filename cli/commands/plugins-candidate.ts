/** Reads the manifest at a path, whatever it is written in: JSON, or a module that exports it. */
import { existsSync, statSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PluginManifest } from '../../src/core/kernel/plugin.js'
import { messageOf } from '../../src/core/platform/fretwork-error.js'
import { CliError } from '../cli-error.js'
import { EXIT } from '../exit-codes.js'
import type { Candidate } from './plugins-finding.js'

/** Where a folder keeps its manifest, the finished one first. */
const IN_FOLDER = ['plugin.json', 'dist/plugin.json', 'index.mjs', 'index.js', 'index.ts', 'src/index.ts']

/** @throws CliError `file_missing`, `manifest_missing`, `manifest_unreadable` */
export async function readCandidate(path: string): Promise<Candidate> {
  const file = manifestFile(resolve(path))
  if (extname(file) === '.json') return await (await import('./plugins-package.js')).readPackage(file)
  const manifest = await importManifest(file)
  return {
    manifest,
    problems: [],
    shipped: file.endsWith(join('src', 'plugins', `${manifest.id}`, 'index.ts')),
  }
}

function manifestFile(path: string): string {
  if (!existsSync(path)) {
    throw new CliError(
      'file_missing',
      `There is nothing at ${path}; name a manifest or its folder.`,
      EXIT.notFound,
    )
  }
  if (!statSync(path).isDirectory()) return path
  const found = IN_FOLDER.map(name => join(path, name)).find(existsSync)
  if (found) return found
  throw new CliError(
    'manifest_missing',
    `There is no manifest in ${path}: it would be called ${IN_FOLDER.join(', ')}; build the plugin, or name its file.`,
    EXIT.badInput,
  )
}

async function importManifest(file: string): Promise<PluginManifest> {
  let module: { readonly default?: PluginManifest }
  try {
    module = await import(/* @vite-ignore */ pathToFileURL(file).href)
  } catch (error) {
    // The shipped program runs on plain Node, which reads no TypeScript of ours.
    const hint = extname(file) === '.ts' ? '; try npm run fretwork -- plugins check' : ''
    throw new CliError(
      'manifest_unreadable',
      `${file} cannot be loaded: ${messageOf(error).split('\n')[0]}${hint}.`,
      EXIT.badInput,
      { cause: error },
    )
  }
  if (module.default) return module.default
  throw new CliError(
    'manifest_missing',
    `${file} exports no manifest; write export default definePlugin({ … }).`,
    EXIT.badInput,
  )
}
