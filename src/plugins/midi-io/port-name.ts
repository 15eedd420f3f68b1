/** What a port is called where people see it. */
import { type InputPort, KEYBOARD_PORT, NECK_PORT } from './tokens.js'

/** @param t translates with the words of this plugin */
export function portNameOf(id: string, inputs: readonly InputPort[], t: (english: string) => string): string {
  if (id === NECK_PORT) return t('Neck')
  if (id === KEYBOARD_PORT) return t('Keyboard')
  return inputs.find(port => port.id === id)?.name ?? id
}
