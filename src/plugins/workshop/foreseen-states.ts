/** States as users should read them: a plugin that waits behind one that is off does not start when it is needed. */
import type { PluginManifest } from '../../core/kernel/plugin.js'
import { PluginGraph } from '../../core/kernel/plugin-graph.js'
import type { PluginState } from '../../core/kernel/plugin-state.js'

type States = Readonly<Record<string, PluginState>>

/** The host calls it blocked once it was asked to start; until then it is told from what it requires. */
export function foreseenStates(
  manifests: readonly PluginManifest[],
  providers: ReadonlyMap<string, string>,
  states: States,
): States {
  const graph = new PluginGraph(manifests, providers)
  const offBehind = (id: string, passed: readonly string[] = []): string | undefined => {
    for (const provider of graph.providersOf(id)) {
      if (passed.includes(provider)) continue
      if (states[provider]?.status === 'disabled') return provider
      const further = offBehind(provider, [...passed, id])
      if (further !== undefined) return further
    }
    return undefined
  }
  const foreseen = (state: PluginState): PluginState => {
    const by = state.status === 'registered' ? offBehind(state.id) : undefined
    return by === undefined ? state : { ...state, status: 'blocked', code: 'plugin_disabled', by }
  }
  return Object.fromEntries(Object.entries(states).map(([id, state]) => [id, foreseen(state)]))
}
