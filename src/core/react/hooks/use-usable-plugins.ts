/** The plugins that are usable: the same list until one comes or goes, however many are starting. */
import { useShallow } from 'zustand/react/shallow'
import { usablePlugins } from '../../kernel/extensions/contributions.js'
import type { PluginManifest } from '../../kernel/manifest/plugin.js'
import { useKernel } from '../kernel-context.js'
import { useStore } from './use-store.js'

export function useUsablePlugins(): readonly PluginManifest[] {
  const { host } = useKernel()
  return useStore(
    host.states,
    useShallow(() => usablePlugins(host)),
  )
}
