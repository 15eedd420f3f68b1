import type { PluginManifest } from '../core/kernel/plugin.js'
import type { Kernel } from '../core/kernel/tokens.js'
import { messageOf } from '../core/platform/fretwork-error.js'
import { MIDI_LOG } from '../plugins/midi-io/tokens.js'

/** Replaces one plugin at a time. A file may be saved again while its plugin is being replaced. */
let turn: Promise<void> = Promise.resolve()

/** Replaces changed plugins. Only changed modules are re-evaluated, so a new object is a new manifest. */
export function replaceChanged(
  kernel: Kernel,
  before: readonly PluginManifest[],
  after: readonly PluginManifest[],
): Promise<void> {
  turn = turn.then(() => replaceNow(kernel, before, after))
  return turn
}

async function replaceNow(
  { host, log, find }: Kernel,
  before: readonly PluginManifest[],
  after: readonly PluginManifest[],
): Promise<void> {
  const gone = before.filter(({ id }) => !after.some(manifest => manifest.id === id))
  const come = after.filter(({ id }) => !before.some(manifest => manifest.id === id))
  const changed = after.filter(manifest => !before.includes(manifest) && !come.includes(manifest))
  // Keep the logged events if this replaces the plugin that logs them.
  const logBefore = find(MIDI_LOG)
  const played = logBefore?.snapshot().events ?? []

  // A failure must not block later changes.
  const report = (id: string) => (error: unknown) => log.error(`${id}: ${messageOf(error)}`, error)
  for (const { id } of gone) await host.remove(id).catch(report(id))
  for (const manifest of changed) await host.replace(manifest).catch(report(manifest.id))
  for (const manifest of come) {
    host.add(manifest)
    if (manifest.activateOn?.includes('startup') ?? true) await host.trigger('startup')
  }
  const midiLog = find(MIDI_LOG)
  if (midiLog !== logBefore) for (const event of played) midiLog?.append(event)
  const names = [...gone, ...changed, ...come].map(({ id }) => id)
  if (names.length > 0) log.info(`Replaced without a reload: ${names.join(', ')}.`)
}
