import type { PluginManifest } from '../../core/kernel/plugin.js'
import type { PluginState, PluginStatus } from '../../core/kernel/plugin-state.js'

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

export type RowKind = 'all' | 'active' | 'off' | 'trouble'

const KINDS: Readonly<Record<Exclude<RowKind, 'all'>, readonly PluginStatus[]>> = {
  active: ['active', 'activating'],
  off: ['disabled', 'not-for-this-host'],
  trouble: ['failed', 'blocked'],
}

export function rowFits(row: PluginRow, words: string, kind: RowKind, search: string): boolean {
  if (kind !== 'all' && !KINDS[kind].includes(row.state.status)) return false
  const { contributes } = row.manifest ?? {}
  const names = [
    row.state.id,
    words,
    ...(contributes?.commands ?? []).flatMap(({ id, title }) => [id, title]),
    ...(contributes?.routes ?? []).map(({ path }) => path),
    ...(row.manifest?.provides ?? []).map(({ id }) => id),
  ]
  const all = names.join(' ').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every(word => all.includes(word))
}
