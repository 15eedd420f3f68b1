/** What a session leaves behind when it ends: nothing that sounds, shows or tells what was played in it. */
import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { AUTH, EVENTS } from '../../../core/kernel/services/tokens.js'
import {
  COMPUTER_KEYBOARD,
  LOG_FILTER,
  MIDI_DOOR,
  MIDI_INPUT,
  MIDI_OUTPUT,
  MIDI_PANIC,
  OWN_LOG,
} from '../tokens.js'

/** For as long as the plugin is active. */
export function watchSession({ get, scope }: PluginContext): void {
  const end = () => {
    const keyboard = get(COMPUTER_KEYBOARD)
    if (keyboard.enabled.getState()) keyboard.toggle()
    get(MIDI_INPUT).release()
    get(MIDI_OUTPUT).silence()
    // Whoever plays or sounds by itself stops: songs, and the built-in sound with what dies away.
    get(EVENTS).emit(MIDI_PANIC, undefined)
    get(OWN_LOG).forget()
    get(LOG_FILTER).setState({ text: '', choice: {} })
  }
  scope.add(get(MIDI_DOOR).watch(get(AUTH).state, end))
}
