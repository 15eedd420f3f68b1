/** Development only: plugins whose files changed replace themselves, and the page with its session stays. */
import type { Kernel } from '../../core/kernel/host/kernel.js'
import type { PluginManifest } from '../../core/kernel/manifest/plugin.js'
import { messageOf } from '../../core/platform/fretwork-error.js'
import { MIDI_LOG } from '../../plugins/midi-io/tokens.js'

/** One change after the other: a file may be saved again while its plugin is being replaced. */
let turn: Promise<void> = Promise.resolve()

/** A module is evaluated again only if something it imports changed: manifests that are different objects changed. */
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
  // The MIDI log is a service of a plugin that may be among them; what was played is not its code.
  const played = find(MIDI_LOG)?.snapshot().events ?? []
  const log = find(MIDI_LOG)

  // One that cannot be exchanged must not keep the next changes waiting.
  const tell = (id: string) => (error: unknown) => log.error(`${id}: ${messageOf(error)}`, error)
  for (const { id } of gone) await host.remove(id).catch(tell(id))
  for (const manifest of changed) await host.replace(manifest).catch(tell(manifest.id))
  for (const manifest of come) {
    host.add(manifest)
    if (manifest.activateOn?.includes('startup') ?? true) await host.trigger('startup')
  }
  const next = find(MIDI_LOG)
  if (next !== log) for (const event of played) next?.append(event)
  const names = [...gone, ...changed, ...come].map(({ id }) => id)
  if (names.length > 0) log.info(`Replaced without a reload: ${names.join(', ')}.`)
}
