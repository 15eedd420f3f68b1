/** Switching plugins off and on, exchanging and removing them at run time. Loaded when it is first asked for. */
import { FretworkError } from '../../platform/fretwork-error.js'
import type { PluginManifest } from '../manifest/plugin.js'
import type { PluginRoster } from './plugin-roster.js'
import { type PluginStarts, unknownPlugin } from './plugin-starts.js'
import { blockedBy, DISABLED, type PluginState } from './plugin-state.js'

export interface SwitchParts {
  readonly roster: PluginRoster
  readonly starts: PluginStarts
}

/** Stops who requires a plugin, then the plugin; those that have it optional start anew without it. */
export async function disable(parts: SwitchParts, id: string): Promise<void> {
  const { roster, starts } = parts
  const { title } = switchable(parts, id)
  const { restarting } = await stopDependents(parts, id, blockedBy(id, title))
  starts.stop(id)
  roster.states.change(id, { ...DISABLED, by: undefined })
  roster.followSwitched()
  roster.keep(id, true)
  await restart(parts, restarting)
}

/** @throws FretworkError what stopped the plugin itself; failures of those that waited for it stay theirs */
export async function enable(parts: SwitchParts, id: string): Promise<void> {
  const { roster, starts } = parts
  const state = roster.states.get(id)
  if (!state) throw unknownPlugin(id)
  const manifest = roster.catalogue.find(id)
  if (state.status === 'disabled' && manifest)
    roster.states.change(id, anew(roster.firstState(manifest, false)))
  roster.followSwitched()
  roster.want(id)
  roster.keep(id, false)
  await starts.activate(id)
  const waiting = waitingFor(parts, id)
  await restart(parts, [...waiting, ...optionalUsers(parts, [id, ...waiting])])
}

/** What was up or on its way, and what had failed or waited: the new version may be the cure. */
const COMES_BACK: ReadonlySet<PluginState['status']> = new Set(['active', 'activating', 'failed', 'blocked'])

/** Puts another version of a plugin in its place, and starts again what was running with the old one. */
export async function replace(parts: SwitchParts, manifest: PluginManifest): Promise<void> {
  const { roster, starts } = parts
  const { catalogue, states } = roster
  const { id } = manifest
  const status = states.get(id)?.status
  const waiting = waitingFor(parts, id)
  const { dependents, restarting } = await stopDependents(parts, id, { status: 'registered' })
  starts.stop(id)
  if (status === 'active') states.change(id, { status: 'registered' })
  const old = catalogue.find(id) ?? catalogue.given.find(each => each?.id === id)
  roster.take(
    old ? catalogue.given.map(each => (each === old ? manifest : each)) : [...catalogue.given, manifest],
  )
  if (status !== 'disabled') states.change(id, anew(roster.firstState(manifest)))
  const wanted = status && COMES_BACK.has(status) ? [id] : []
  await restart(parts, [...wanted, ...dependents, ...restarting, ...stopFallen(parts), ...waiting])
}

/** Takes a plugin away for good, until it is added again. */
export async function remove(parts: SwitchParts, id: string): Promise<void> {
  const { roster, starts } = parts
  const { title } = switchable(parts, id)
  const { restarting } = await stopDependents(parts, id, {
    status: 'blocked',
    code: 'plugin_blocked',
    reason: `It needs "${title}", which was removed.`,
    by: id,
  })
  starts.stop(id)
  roster.forget(id)
  await restart(parts, restarting)
}

function switchable({ roster }: SwitchParts, id: string): PluginState {
  const state = roster.states.get(id)
  if (!state) throw unknownPlugin(id)
  if (!state.locked) return state
  throw new FretworkError('plugin_locked', `"${state.title}" belongs to the core and cannot be disabled.`)
}

/** A first state that leaves nothing of the one before. */
function anew(state: PluginState): PluginState {
  return { code: undefined, reason: undefined, by: undefined, ...state }
}

/**
 * Stops who requires `id`, last started first, and gives them a state.
 * @returns whom it stopped, and who has it, or one of them, as optional and should start anew
 */
async function stopDependents(parts: SwitchParts, id: string, change: Partial<PluginState>) {
  const { roster, starts } = parts
  const all = roster.catalogue.graph.dependentsOf([id])
  // Who is starting holds services already, or is about to: only what is up can be taken down in order.
  await starts.settled([id, ...all])
  const dependents = starts.running.filter(each => all.has(each))
  const restarting = optionalUsers(parts, [id, ...dependents])
  for (const dependent of [...dependents].reverse()) {
    starts.stop(dependent)
    roster.states.change(dependent, change)
  }
  return { dependents, restarting }
}

/** The new version may claim what another had: stops those that cannot run beside it. @returns who needs one of them */
function stopFallen({ roster: { catalogue, states }, starts }: SwitchParts): string[] {
  const fallen = starts.running.filter(id => catalogue.problemOf(id))
  const held = catalogue.graph.dependentsOf(fallen)
  const dependents = starts.running.filter(id => held.has(id))
  for (const id of [...starts.running].reverse()) {
    if (fallen.includes(id)) starts.stop(id)
    if (!held.has(id)) continue
    starts.stop(id)
    states.change(id, { status: 'registered' })
  }
  return dependents
}

/** Stops those of `ids` that are up, last started first, and starts all of them. */
async function restart({ roster, starts }: SwitchParts, ids: readonly string[]): Promise<void> {
  // One that was stopped while it starts would pass for active afterwards, and be nothing.
  await starts.settled(ids)
  for (const id of [...starts.running].reverse()) {
    if (!ids.includes(id)) continue
    starts.stop(id)
    roster.states.change(id, { status: 'registered' })
  }
  await starts.activateAll(ids)
}

/** Active plugins that have one of `ids` optional, and those that hold services of theirs. */
function optionalUsers({ roster, starts }: SwitchParts, ids: readonly string[]): string[] {
  const { graph } = roster.catalogue
  const users = graph.optionalUsersOf(ids).filter(id => starts.running.includes(id))
  const held = graph.dependentsOf(users)
  return starts.running.filter(id => users.includes(id) || (held.has(id) && !ids.includes(id)))
}

/** Plugins blocked by `id`, or by one that it blocks. */
function waitingFor({ roster }: SwitchParts, id: string): string[] {
  const all = Object.values(roster.states.store.getState())
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
