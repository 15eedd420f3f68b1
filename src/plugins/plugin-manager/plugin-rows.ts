import type { PluginManifest } from '../../core/kernel/plugin.js'
import { DISABLED, type PluginState, type PluginStatus } from '../../core/kernel/plugin-state.js'
import { phrases } from '../../core/platform/phrases.js'

export interface PluginRow {
  readonly state: PluginState
  /** Undefined if the plugin was rejected. */
  readonly manifest?: PluginManifest
}

/** Returns the rows in manifest order, followed by rejected plugins. */
export function pluginRows(
  manifests: readonly PluginManifest[],
  states: Readonly<Record<string, PluginState>>,
): PluginRow[] {
  const known = manifests.flatMap(manifest => {
    const state = states[manifest.id]
    return state ? [{ manifest, state }] : []
  })
  const ids = new Set(known.map(({ state }) => state.id))
  return [...known, ...Object.values(states).flatMap(state => (ids.has(state.id) ? [] : [{ state }]))]
}

/** Groups of rows on the page, in order. */
export const GROUPS = phrases({
  broken: 'Plugins with problems',
  external: 'External plugins',
  builtIn: 'Built-in plugins',
})

export function groupOf({ state, manifest }: PluginRow): keyof typeof GROUPS {
  const { status, code, origin } = state
  if (!manifest || status === 'failed' || (status === 'blocked' && code !== DISABLED.code)) return 'broken'
  return origin === undefined ? 'builtIn' : 'external'
}

export type RowKind = 'all' | 'active' | 'off' | 'trouble'

const KINDS: Readonly<Record<Exclude<RowKind, 'all'>, readonly PluginStatus[]>> = {
  active: ['active', 'activating'],
  off: ['disabled', 'not-for-this-host'],
  trouble: ['failed', 'blocked'],
}

const hasAll = (text: string, search: string) =>
  search
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.toLowerCase().includes(word))

export const isOfKind = ({ state }: PluginRow, kind: RowKind): boolean =>
  kind === 'all' || KINDS[kind].includes(state.status)

/** @returns 2 if the name matches the search, 1 if only other text matches, otherwise 0 */
export function rowFits(
  { state, manifest }: PluginRow,
  { name, description }: { readonly name: string; readonly description: string },
  search: string,
): 0 | 1 | 2 {
  const { contributes, provides = [] } = manifest ?? {}
  if (hasAll(`${name} ${state.id}`, search)) return 2
  const words = [
    ...[state.id, name, description],
    ...(contributes?.commands ?? []).flatMap(({ id, title }) => [id, title]),
    ...(contributes?.routes ?? []).map(({ path }) => path),
    ...provides.map(({ id }) => id),
  ]
  return hasAll(words.join(' '), search) ? 1 : 0
}
