/** The log of what was received. */
import { createToken } from '../../../core/kernel/services/token.js'
import type { LogState } from '../../../core/music/midi/log-file.js'
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'

export interface LogView {
  /** The 100 newest, oldest first. A new array with each change. */
  readonly events: readonly MidiEvent[]
  readonly paused: boolean
  /** Events ever received, also while paused. */
  readonly total: number
}

/** What was received: the 100 newest events. */
export interface MidiLog {
  /** Changes at most once a frame, however much is played. */
  readonly view: ReadonlyStore<LogView>
  /** The input's business: everything that it received is appended by it. */
  append(event: MidiEvent): void
  /** Holds the view still; events go on being kept. */
  setPaused(paused: boolean): void
  /** An empty log stays as it is. */
  clear(): void
  /** Undoes the last `clear`, and called again the one before; events since then stay. */
  restore(): void
  /** The events now and what held before the first of them: held notes, controllers and bends. */
  snapshot(): { readonly events: MidiEvent[]; readonly state: LogState }
}

/** The plugin's own, beside what everybody may use. */
export interface OwnLog extends MidiLog {
  /** As before the first event, for good: at the end of a session. */
  forget(): void
}

export const OWN_LOG = createToken<OwnLog>('midi-io.own-log')
export const MIDI_LOG = createToken<MidiLog>('midi-io.log')
