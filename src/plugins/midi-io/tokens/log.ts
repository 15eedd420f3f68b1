/** What was received. */
import type { LogState } from '../../../core/music/midi/log-file.js'
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'
import { createToken } from '../../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'

export interface LogView {
  /** The 100 newest, oldest first. A new array with each change. */
  readonly events: readonly MidiEvent[]
  readonly paused: boolean
  /** All events received, also while paused. */
  readonly total: number
}

/** The 100 newest events that were received. */
export interface MidiLog {
  /** Changes at most once a frame, however much is played. */
  readonly view: ReadonlyStore<LogView>
  /** The input appends everything that it receives; a reload of this plugin brings back what was logged before. */
  append(event: MidiEvent): void
  /** Freezes the view; events are still logged. */
  setPaused(paused: boolean): void
  /** An empty log stays as it is. */
  clear(): void
  /** Undoes the last `clear`, and called again the one before; events since then stay. */
  restore(): void
  /** The events now and what held before the first of them: held notes, controllers and bends. */
  snapshot(): { readonly events: MidiEvent[]; readonly state: LogState }
}

/** @example const midiLog = get(MIDI_LOG) */
export const MIDI_LOG = createToken<MidiLog>('midi-io.log', { permission: 'midi-in' })
