/** Who needs whom among plugins, as data: read from manifests, before any plugin code is loaded. */

import type { PluginState } from '../../../src/core/kernel/host/plugin-state.js'
import type { AnyToken, PluginManifest } from '../../../src/core/kernel/manifest/plugin.js'

const KINDS = ['requires', 'optional', 'lazy'] as const
type NeedKind = (typeof KINDS)[number]

export interface PluginEdge {
  /** The plugin that needs. */
  readonly from: string
  /** The plugin that provides. */
  readonly to: string
  readonly kind: NeedKind
  /** The tokens that it is about. */
  readonly tokens: readonly string[]
}

export interface PluginMap {
  readonly plugins: readonly Pick<PluginState, 'id' | 'title' | 'version' | 'status' | 'reason'>[]
  readonly needs: readonly PluginEdge[]
  /** Tokens that no plugin and not the core provides. */
  readonly missing: readonly { readonly plugin: string; readonly kind: NeedKind; readonly token: string }[]
}

/** @param core ids of the tokens that belong to the kernel: every plugin has them, so the graph leaves them out */
export function mapPlugins(
  manifests: readonly PluginManifest[],
  stateOf: (id: string) => PluginState | undefined,
  core: ReadonlySet<string>,
): PluginMap {
  const providers = new Map(
    manifests.flatMap(({ id, provides = [] }) => provides.map(token => [token.id, id] as const)),
  )
  const asked = manifests.flatMap(manifest =>
    KINDS.flatMap(kind => (manifest[kind] ?? []).map(token => ({ plugin: manifest.id, kind, token }))),
  )
  const outside = asked.filter(
    ({ plugin, token }) => !core.has(token.id) && providers.get(token.id) !== plugin,
  )
  return {
    plugins: manifests.map(manifest => row(manifest, stateOf(manifest.id))),
    needs: edges(outside, providers),
    missing: outside
      .filter(({ token }) => !providers.has(token.id))
      .map(({ plugin, kind, token }) => ({ plugin, kind, token: token.id })),
  }
}

function row({ id, title, version }: PluginManifest, state: PluginState | undefined) {
  return { id, title, version, status: state?.status ?? ('registered' as const), reason: state?.reason }
}

function edges(
  asked: readonly { readonly plugin: string; readonly kind: NeedKind; readonly token: AnyToken }[],
  providers: ReadonlyMap<string, string>,
): PluginEdge[] {
  const found = new Map<string, { from: string; to: string; kind: NeedKind; tokens: string[] }>()
  for (const { plugin, kind, token } of asked) {
    const to = providers.get(token.id)
    if (to === undefined) continue
    const name = `${plugin} ${kind} ${to}`
    const edge = found.get(name) ?? { from: plugin, to, kind, tokens: [] }
    edge.tokens.push(token.id)
    found.set(name, edge)
  }
  return [...found.values()]
}
