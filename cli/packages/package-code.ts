import { register } from 'node:module'
import type { PluginManifest, PluginRuntime } from '../../src/core/kernel/plugin.js'
import { FretworkError, messageOf } from '../../src/core/platform/fretwork-error.js'
import type { PluginPackage } from '../../src/sandbox/packages/plugin-package.js'
import { isShared, sharedModule } from './shared-modules.js'

const SCRIPT = /\.m?js$/
/** Finds shared modules used by a script. A false match only loads a module unnecessarily. */
const NAMES = /["'`](@fretwork\/sdk[\w/-]*|react[\w/-]*|zod(?:\/mini)?)["'`]/g

export class PackageCode {
  private readonly packages: PluginPackage[] = []
  private prepared: Promise<void> | undefined

  add(found: PluginPackage): PluginManifest['load'] {
    this.packages.push(found)
    return async () => {
      this.prepared ??= this.prepare()
      await this.prepared
      return run(found)
    }
  }

  /** Registers the hook only once, because modules and hooks can't be unloaded. */
  private async prepare(): Promise<void> {
    const files: Record<string, string> = {}
    for (const found of this.packages)
      for (const [path, { bytes }] of found.files)
        if (SCRIPT.test(path)) files[addressOf(found, path)] = bytes.toString('utf8')
    const names = new Set(
      Object.values(files).flatMap(text => [...text.matchAll(NAMES)].map(([, name = '']) => name)),
    )
    const shared: Record<string, string> = {}
    for (const name of names) if (isShared(name)) shared[name] = await sharedModule(name)
    register(`data:text/javascript,${encodeURIComponent(HOOK)}`, { data: { files, shared } })
  }
}

/** Returns the module's URL. The hash of plugin.json covers every file of the package. */
function addressOf({ hash }: PluginPackage, path: string): string {
  return `fretwork://${hash}/${path}`
}

async function run(found: PluginPackage): Promise<{ default: PluginRuntime }> {
  const { id, entry } = found.manifest
  const { default: runtime } = await import(/* @vite-ignore */ addressOf(found, entry)).catch(cause => {
    const message = `The code of the plugin "${id}" cannot be run (${messageOf(cause)}); contact its author.`
    throw new FretworkError('plugin_failed', message, { cause })
  })
  if (typeof runtime === 'object' && runtime !== null) return { default: runtime }
  const message = `The plugin "${id}" exports no runtime in ${entry}. Its author needs to add export default defineRuntime({ … }).`
  throw new FretworkError('runtime_missing', message)
}

/**
 * Source of the hook, which runs in a separate thread. Modules can import only each other and shared modules.
 */
const HOOK = `
let files = {}
let shared = {}

export function initialize(data) {
  files = data.files
  shared = data.shared
}

export async function resolve(name, context, next) {
  if (Object.hasOwn(files, name)) return { url: name, format: 'module', shortCircuit: true }
  const parent = context.parentURL
  if (parent === undefined || !Object.hasOwn(files, parent)) return next(name, context)
  if (name.startsWith('node:')) return next(name, context)
  if (Object.hasOwn(shared, name)) return { url: shared[name], format: 'module', shortCircuit: true }
  if (!/^[./]/.test(name)) {
    throw new Error('it imports "' + name + '", which Fretwork does not share with packages; it has to be bundled')
  }
  const url = new URL(name, parent).href
  if (Object.hasOwn(files, url)) return { url, format: 'module', shortCircuit: true }
  throw new Error('it imports ' + name + ', which is not among the files of the package')
}

export async function load(url, context, next) {
  if (!Object.hasOwn(files, url)) return next(url, context)
  return { format: 'module', source: files[url], shortCircuit: true }
}
`
