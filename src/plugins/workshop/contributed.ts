/** A plugin’s contributions by kind, from its manifest. */
import type { AnyToken, PluginManifest } from '../../core/kernel/manifest/plugin.js'
import { phrases } from '../../core/platform/phrases.js'
import type { ExtensionPoint } from '../../core/platform/services/token.js'

export interface Contribution {
  /** An id or path. */
  readonly name: string
  /** The English title; translated by the plugin. */
  readonly title?: string
  /** Key bindings as in manifests. */
  readonly keys?: readonly string[]
  /** The plugins that provide the service or contribute to the extension point. */
  readonly plugins?: readonly string[]
}

export interface ContributionGroup {
  readonly heading: string
  readonly items: readonly Contribution[]
}

const HEADINGS = phrases({
  routes: 'Screens',
  drawers: 'Drawers',
  commands: 'Commands',
  settings: 'Settings',
  points: 'Extension points',
  fills: 'Contributes to',
  provides: 'Provided services',
  requires: 'Required services',
  optional: 'Optional services',
  lazy: 'Services loaded on demand',
})

export interface Sources {
  /** The current keys of a command, including the user’s. */
  readonly keysOf: (command: string) => readonly string[]
  /** The ids of the plugins that contribute to a point, one per item. */
  readonly ownersIn: (point: ExtensionPoint<unknown>) => readonly string[]
  /** Of all plugins. */
  readonly points: readonly ExtensionPoint<unknown>[]
  readonly providers: ReadonlyMap<string, string>
}

/** Without empty groups. */
export function contributed(
  manifest: PluginManifest,
  { keysOf, ownersIn, points, providers }: Sources,
): ContributionGroup[] {
  const { id, contributes, extensionPoints = [], provides = [] } = manifest
  const services = (tokens: readonly AnyToken[] = []): Contribution[] =>
    tokens.map(({ id }) => ({ name: id, plugins: [providers.get(id) ?? []].flat() }))
  const groups: readonly (readonly [string, readonly Contribution[]])[] = [
    [HEADINGS.routes, (contributes?.routes ?? []).map(({ path, title }) => ({ name: path, title }))],
    [HEADINGS.drawers, (contributes?.drawers ?? []).map(({ id, title }) => ({ name: id, title }))],
    [
      HEADINGS.commands,
      (contributes?.commands ?? []).map(({ id, title }) => ({ name: id, title, keys: keysOf(id) })),
    ],
    [HEADINGS.settings, (contributes?.settings ?? []).map(({ id, title }) => ({ name: id, title }))],
    [
      HEADINGS.points,
      extensionPoints.map(point => ({ name: point.id, plugins: [...new Set(ownersIn(point))] })),
    ],
    [HEADINGS.fills, points.filter(point => ownersIn(point).includes(id)).map(point => ({ name: point.id }))],
    [HEADINGS.provides, provides.map(({ id }) => ({ name: id }))],
    [HEADINGS.requires, services(manifest.requires)],
    [HEADINGS.optional, services(manifest.optional)],
    [HEADINGS.lazy, services(manifest.lazy)],
  ]
  return groups.filter(([, items]) => items.length > 0).map(([heading, items]) => ({ heading, items }))
}
