/** Whether MIDI is let in and out at all. */
import { createToken } from '../../../core/kernel/services/token.js'
import type { SessionDoor } from '../door.js'

/** The plugin's own: closed between a log-out and the next log-in. */
export const MIDI_DOOR = createToken<SessionDoor>('midi-io.door')
