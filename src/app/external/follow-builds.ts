/** For developers: a plugin that was built again is replaced without a reload. */
import { type ExternalPlugin, externalPlugins } from '../../core/api/external-plugins.js'
import type { Kernel } from '../../core/kernel/host/kernel.js'
import type { PluginManifest } from '../../core/kernel/manifest/plugin.js'
import { type Disposable, disposable } from '../../core/platform/disposable.js'
import { messageOf } from '../../core/platform/fretwork-error.js'

const ASK_EACH_MS = 1000

export interface BuildsParts {
  readonly kernel: Kernel
  readonly known: readonly ExternalPlugin[]
  readonly manifestOf: (plugin: ExternalPlugin) => PluginManifest
  readonly added: (id: string) => void
}

/** Other bytes have another `base`. A plugin refused while its files are being written stays. */
export function followBuilds({ kernel, known, manifestOf, added }: BuildsParts): Disposable {
  const { api, host, log } = kernel
  const bases = new Map(known.map(({ manifest, base }) => [manifest.id, base]))
  let ended = false
  let asking = false

  const take = async (plugin: ExternalPlugin) => {
    const { id } = plugin.manifest
    const isNew = !bases.has(id)
    // Also after a failure: the same build would fail again each second.
    bases.set(id, plugin.base)
    try {
      if (isNew) {
        added(host.add(manifestOf(plugin)).id)
        await host.trigger('startup')
      } else await host.replace(manifestOf(plugin))
      log.info(`Replaced without a reload: ${id}.`)
    } catch (error) {
      log.error(`${id} was built again, but cannot replace itself: ${messageOf(error)}`, error)
    }
  }

  const ask = async () => {
    if (asking || ended) return
    asking = true
    try {
      const { plugins } = await api.call(externalPlugins)
      for (const plugin of plugins)
        if (!ended && bases.get(plugin.manifest.id) !== plugin.base) await take(plugin)
    } catch (error) {
      log.warn('The server did not say whether plugins were built again', error)
    } finally {
      asking = false
    }
  }

  const timer = kernel.platform.clock.every(ASK_EACH_MS, () => void ask())
  return disposable(() => {
    ended = true
    timer.dispose()
  })
}
