/** Between a log-out and the next login no MIDI is received, sent or kept: it belongs to the user who played it. */
import { onSessionEnd } from '../../core/auth/session.js'
import type { PluginContext } from '../../core/kernel/manifest/plugin.js'
import { AUTH, EVENTS } from '../../core/kernel/services/tokens.js'
import { COMPUTER_KEYBOARD, LOG_FILTER, RING_LOG, SESSION_GATE } from './internal-tokens.js'
import { MIDI_INPUT, MIDI_OUTPUT, MIDI_PANIC } from './tokens.js'

/** For as long as the plugin is active. A session may end here, by a timeout, or in another tab. */
export function watchSession({ get, scope }: PluginContext): void {
  const session = get(AUTH).state
  // Before the gate is closed: what silences still has to go out.
  const ending = onSessionEnd(session, () => {
    const keyboard = get(COMPUTER_KEYBOARD)
    if (keyboard.enabled.getState()) keyboard.toggle()
    get(MIDI_INPUT).release()
    get(MIDI_OUTPUT).silence()
    get(EVENTS).emit(MIDI_PANIC, undefined)
    get(RING_LOG).forget()
    get(LOG_FILTER).setState({ text: '', choice: {} })
  })
  scope.add(ending)
  scope.onDispose(
    session.subscribe((now, before) => {
      if (now.status !== before.status) get(SESSION_GATE).open = now.status === 'loggedIn'
    }),
  )
}
