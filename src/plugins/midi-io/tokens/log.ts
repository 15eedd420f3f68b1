import type { LogState } from '../../../core/music/midi/log-file.js'
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'
import { createToken } from '../../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'

export interface LogView {
  /** Oldest first; a new array with each change. */
  readonly events: readonly MidiEvent[]
  readonly paused: boolean
  readonly total: number
}

export interface MidiLog {
  /** Changes at most once a frame. */
  readonly view: ReadonlyStore<LogView>
  append(event: MidiEvent): void
  setPaused(paused: boolean): void
  clear(): void
  /** Undoes the last `clear`, then the one before; newer events stay. */
  restore(): void
  /** The events, and the held notes, controllers and bends before the first of them. */
  snapshot(): { readonly events: MidiEvent[]; readonly state: LogState }
}

/** @example const midiLog = get(MIDI_LOG) */
export const MIDI_LOG = createToken<MidiLog>('midi-io.log', { permission: 'midi-in' })
