/** For developers of plugins: what was built again on the server's machine replaces itself, and the page stays. */
import { type ExternalPlugin, externalPlugins } from '../../core/api/external-plugins.js'
import type { Kernel } from '../../core/kernel/host/kernel.js'
import type { PluginManifest } from '../../core/kernel/manifest/plugin.js'
import { type Disposable, disposable } from '../../core/platform/disposable.js'
import { messageOf } from '../../core/platform/fretwork-error.js'

/** A build takes longer. */
const ASK_EACH_MS = 1000

export interface BuildsParts {
  readonly kernel: Kernel
  /** As the page has them. */
  readonly known: readonly ExternalPlugin[]
  /** @throws where its manifest is wrong */
  readonly manifestOf: (plugin: ExternalPlugin) => PluginManifest
  /** Called with the id of a plugin that was not there before. */
  readonly added: (id: string) => void
}

/**
 * Asks the server every second. It names another `base` for other bytes; a plugin that it refuses in between, since
 * its files are just being written, stays as it is.
 */
export function followBuilds({ kernel, known, manifestOf, added }: BuildsParts): Disposable {
  const { api, host, log } = kernel
  const bases = new Map(known.map(({ manifest, base }) => [manifest.id, base]))
  let ended = false
  let asking = false

  const take = async (plugin: ExternalPlugin) => {
    const { id } = plugin.manifest
    const isNew = !bases.has(id)
    // Also where it cannot be replaced: the same build would fail again each second.
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
      for (const plugin of plugins) {
        if (!ended && bases.get(plugin.manifest.id) !== plugin.base) await take(plugin)
      }
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
