/** Replaying songs and logs through the MIDI input. */
import { createToken } from '../../core/kernel/token.js'
import type { MidiEvent } from '../../core/music/midi-event.js'
import type { ReplayFormat } from './format.js'
import type { ReplayOptions, ReplayResult } from './replay.js'
import type { ReplaySource } from './replay-source.js'

export type { ReplayFormat }

export type ReplayRun = Pick<ReplayOptions, 'fast' | 'signal' | 'onEvent'>

export interface Replayer {
  /**
   * Reads an exported log, a MIDI file, a song in JSON, or a format that a plugin adds.
   *
   * @param name of the file: some formats are known by its ending only
   * @throws SentenceError, LogFileError
   */
  open(bytes: Uint8Array, name?: string): Promise<ReplaySource>
  /**
   * Sends a source through the MIDI input. While it runs, a log's own octave offset is in force; afterwards the
   * user's is again.
   */
  run(source: ReplaySource, options?: ReplayRun): Promise<ReplayResult>
  /** One event as one line, without the line break; NDJSON is what `open` reads. */
  format(event: MidiEvent, format: ReplayFormat): string
}

export const REPLAYER = createToken<Replayer>('replay.replayer')
