/** What a port is called where people see it. */
import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { TRANSLATOR } from '../../../core/kernel/services/tokens.js'
import { type InputPort, KEYBOARD_PORT, NECK_PORT, SEEN_PORTS } from '../tokens.js'

/**
 * @param inputs those that are there, or were there when it played
 * @param t translates with the words of this plugin
 */
export function portNameOf(id: string, inputs: readonly InputPort[], t: (english: string) => string): string {
  if (id === NECK_PORT) return t('Neck')
  if (id === KEYBOARD_PORT) return t('Keyboard')
  return inputs.find(port => port.id === id)?.name ?? id
}

/** The names of ports as the log shows them now, also of those that were unplugged. */
export function portNames({ get }: PluginContext): (id: string) => string {
  const translator = get(TRANSLATOR)
  return id => portNameOf(id, get(SEEN_PORTS).getState(), text => translator.t('midi-io', text))
}
