import { FretworkError } from '../platform/fretwork-error.js'
import type { PluginManifest } from './plugin.js'
import { type PluginActivator, unknownPlugin } from './plugin-activator.js'
import type { PluginRegistry } from './plugin-registry.js'
import { blockedBy, DISABLED, NO_REASON, type PluginState } from './plugin-state.js'

export interface SwitchParts {
  readonly registry: PluginRegistry
  readonly activator: PluginActivator
}

export async function disable(parts: SwitchParts, id: string): Promise<void> {
  const { registry, activator } = parts
  const { title } = switchable(parts, id)
  const { restarting } = await stopDependents(parts, id, blockedBy(id, title))
  activator.stop(id)
  registry.change(id, { ...DISABLED, by: undefined })
  registry.blockByDisabled()
  registry.setDisabled(id, true)
  await restart(parts, restarting)
}

export async function enable(parts: SwitchParts, id: string): Promise<void> {
  const { registry, activator } = parts
  const state = registry.state(id)
  if (!state) throw unknownPlugin(id)
  const manifest = registry.find(id)
  if (state.status === 'disabled' && manifest) {
    registry.change(id, { ...NO_REASON, ...registry.firstState(manifest, false) })
  }
  registry.blockByDisabled()
  registry.want(id)
  registry.setDisabled(id, false)
  await activator.activate(id)
  const blocked = blockedPlugins(parts, id)
  await restart(parts, [...blocked, ...optionalUsers(parts, [id, ...blocked])])
}

export const RESTARTS: ReadonlySet<PluginState['status']> = new Set([
  'active',
  'activating',
  'failed',
  'blocked',
])

export async function replace(parts: SwitchParts, manifest: PluginManifest): Promise<void> {
  const { registry, activator } = parts
  const { id } = manifest
  const status = registry.state(id)?.status
  const blocked = blockedPlugins(parts, id)
  const { dependents, restarting } = await stopDependents(parts, id, { status: 'registered' })
  activator.stop(id)
  if (status === 'active') registry.change(id, { status: 'registered' })
  const old = registry.find(id)
  const { manifests } = registry
  registry.setAll(old ? manifests.map(each => (each === old ? manifest : each)) : [...manifests, manifest])
  if (status !== 'disabled') registry.change(id, { ...NO_REASON, ...registry.firstState(manifest) })
  const wanted = status && RESTARTS.has(status) ? [id] : []
  await restart(parts, [...wanted, ...dependents, ...restarting, ...stopConflicting(parts), ...blocked])
}

export async function remove(parts: SwitchParts, id: string): Promise<void> {
  const { registry, activator } = parts
  const { title } = switchable(parts, id)
  const { restarting } = await stopDependents(parts, id, {
    status: 'blocked',
    code: 'plugin_blocked',
    reason: `It needs "${title}", which was removed.`,
    by: id,
  })
  activator.stop(id)
  registry.remove(id)
  await restart(parts, restarting)
}

function switchable({ registry }: SwitchParts, id: string): PluginState {
  const state = registry.state(id)
  if (!state) throw unknownPlugin(id)
  if (!state.locked) return state
  throw new FretworkError('plugin_locked', `"${state.title}" is part of the core and can’t be disabled.`)
}

async function stopDependents(parts: SwitchParts, id: string, change: Partial<PluginState>) {
  const { registry, activator } = parts
  const all = registry.graph.dependentsOf([id])
  // A starting plugin may already use services of `id`. Only active plugins can be stopped in order.
  await activator.settled([id, ...all])
  const dependents = activator.running.filter(each => all.has(each))
  const restarting = optionalUsers(parts, [id, ...dependents])
  for (const dependent of [...dependents].reverse()) {
    activator.stop(dependent)
    registry.change(dependent, change)
  }
  return { dependents, restarting }
}

function stopConflicting({ registry, activator }: SwitchParts): string[] {
  const conflicting = activator.running.filter(id => registry.problemOf(id))
  const dependents = registry.graph.dependentsOf(conflicting)
  const stopped = activator.running.filter(id => dependents.has(id))
  for (const id of [...activator.running].reverse()) {
    if (conflicting.includes(id)) activator.stop(id)
    if (!dependents.has(id)) continue
    activator.stop(id)
    registry.change(id, { status: 'registered' })
  }
  return stopped
}

async function restart({ registry, activator }: SwitchParts, ids: readonly string[]): Promise<void> {
  // A plugin stopped while starting would end up marked as active.
  await activator.settled(ids)
  for (const id of [...activator.running].reverse()) {
    if (!ids.includes(id)) continue
    activator.stop(id)
    registry.change(id, { status: 'registered' })
  }
  await activator.activateAll(ids)
}

function optionalUsers({ registry, activator }: SwitchParts, ids: readonly string[]): string[] {
  const users = registry.graph.optionalUsersOf(ids).filter(id => activator.running.includes(id))
  const dependents = registry.graph.dependentsOf(users)
  return activator.running.filter(id => users.includes(id) || (dependents.has(id) && !ids.includes(id)))
}

function blockedPlugins({ registry }: SwitchParts, id: string): string[] {
  const all = Object.values(registry.states.getState())
  const found: string[] = []
  const visit = (blocker: string) => {
    for (const { id: each, status, by } of all) {
      if (status !== 'blocked' || by !== blocker || found.includes(each)) continue
      found.push(each)
      visit(each)
    }
  }
  visit(id)
  return found
}
