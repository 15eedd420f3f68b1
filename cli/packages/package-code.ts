import type { PluginManifest } from '../../src/core/kernel/plugin.js'
import type { Kernel } from '../../src/core/kernel/tokens.js'
import { FretworkError, messageOf } from '../../src/core/platform/fretwork-error.js'
import { externalRuntime, startHere } from '../../src/sandbox/host/external-runtime.js'
import { locatedIn } from '../../src/sandbox/host/source-map.js'
import type { PluginPackage } from '../../src/sandbox/packages/plugin-package.js'

export const textOf = (found: PluginPackage, path: string) => found.files.get(path)?.bytes.toString('utf8')

export const sentencesOf = (found: PluginPackage, path = '') => JSON.parse(textOf(found, path) ?? '{}')

/** Returns a function that replaces script positions in a message with source positions. */
export function locatedOf(found: PluginPackage) {
  return locatedIn(async () => textOf(found, `${found.manifest.entry}.map`))
}

/** The process's kernel, which does not exist yet when packages are listed. */
let present: Kernel

export function setPackageKernel(kernel: Kernel): void {
  present = kernel
}

/** Loads a package's plugin into this process, with the process's rights. */
export function loadPackage(found: PluginPackage): PluginManifest['load'] {
  const { id, entry, locales = {} } = found.manifest
  return async () => {
    const runtime = externalRuntime({
      kernel: present,
      manifest: () => present.host.manifests.find(each => each.id === id) as PluginManifest,
      entry,
      locale: async language => sentencesOf(found, locales[language]),
      start: startHere(present, () => importPackage(found)),
      located: locatedOf(found),
    })
    return { default: runtime }
  }
}

/** Imports the package's only script. @throws FretworkError `plugin_failed` */
export async function importPackage(found: PluginPackage): Promise<unknown> {
  const { id, entry } = found.manifest
  // With --verbose, Node.js would look for the map next to a `data:` URL. Messages are mapped by `locatedIn`.
  const text = textOf(found, entry)?.replace(/^\/\/# sourceMappingURL=.*$/m, '')
  const code = `${text}\n//# sourceURL=${entry}`
  try {
    return await import(
      /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
    )
  } catch (cause) {
    const message = `The code of the plugin "${id}" cannot be run (${messageOf(cause)}); contact its author.`
    throw new FretworkError('plugin_failed', message, { cause })
  }
}
