/** What a plugin brings, group by group, read from its manifest. */
import type { AnyToken, PluginManifest } from '../../core/kernel/manifest/plugin.js'
import type { ExtensionPoint } from '../../core/kernel/services/token.js'
import { phrases } from '../../core/platform/phrases.js'

export interface Brought {
  /** An id, a path: the same in every language. */
  readonly name: string
  /** What users read of it, in English; the manifest's plugin translates it. */
  readonly title?: string
  /** Key bindings as manifests write them. */
  readonly keys?: readonly string[]
  /** The plugins on the other side: who provides a service, who has added to an extension point. */
  readonly plugins?: readonly string[]
}

export interface BroughtGroup {
  readonly heading: string
  readonly items: readonly Brought[]
}

const HEADINGS = phrases({
  routes: 'Screens',
  drawers: 'Drawers',
  commands: 'Commands',
  settings: 'Settings',
  points: 'Extension points it opens',
  fills: 'Extension points it fills',
  provides: 'Services it provides',
  requires: 'Services it requires',
  optional: 'Services it uses where they are there',
  lazy: 'Services it starts when it needs them',
})

export interface Surroundings {
  /** The keys that a command has now, with those of the user. */
  readonly keysOf: (command: string) => readonly string[]
  /** Ids of the plugins that have added to a point, one for each thing. */
  readonly ownersIn: (point: ExtensionPoint<unknown>) => readonly string[]
  /** Of everybody. */
  readonly points: readonly ExtensionPoint<unknown>[]
  readonly providers: ReadonlyMap<string, string>
}

/** Groups that hold nothing are left out. */
export function contributed(
  manifest: PluginManifest,
  { keysOf, ownersIn, points, providers }: Surroundings,
): BroughtGroup[] {
  const { id, contributes, extensionPoints = [], provides = [] } = manifest
  const services = (tokens: readonly AnyToken[] = []): Brought[] =>
    tokens.map(({ id }) => ({ name: id, plugins: [providers.get(id) ?? []].flat() }))
  const groups: readonly (readonly [string, readonly Brought[]])[] = [
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
