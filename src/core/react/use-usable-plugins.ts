/** Which plugins are usable: the component renders again when that changes, and not while they start one after another. */
import type { PluginHost } from '../kernel/plugin-host.js'
import { useStore } from './use-store.js'

/** @returns their ids in one text, to compare */
export function useUsablePlugins(host: PluginHost): string {
  return useStore(host.states, () =>
    host.manifests
      .map(({ id }) => id)
      .filter(id => host.isUsable(id))
      .join(' '),
  )
}
