/** Replaying songs and logs through the MIDI input. */

import type { MidiEvent } from '../../core/music/midi/midi-event.js'
import { createToken } from '../../core/platform/services/token.js'
import type { ReplayEdits } from './edit-source.js'
import type { GoldenDifference, GoldenOptions, GoldenStretch, Ignorable } from './golden.js'
import type { NeckDrawing } from './print/compared-necks.js'
import type { DrawnNeck, PlacedNote } from './print/drawn-neck.js'
import type { ReplayFormat, ReplayPrinter } from './print/format.js'
import type { NeckDrawingOptions } from './print/neck-drawing.js'
import type { ReplayOptions, ReplayResult, ReplayTarget } from './replay.js'
import type { ReplaySource } from './replay-source.js'

export type {
  GoldenDifference,
  GoldenOptions,
  GoldenStretch,
  Ignorable,
  NeckDrawing,
  ReplayEdits,
  ReplayFormat,
  ReplayTarget,
}

/** The clock is the application's unless given. */
export type ReplayRun = Omit<ReplayOptions, 'source' | 'input' | 'clock'> &
  Partial<Pick<ReplayOptions, 'clock'>>

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
  /** The source slower, cut, with some of its tracks, in another key. @throws SentenceError `part_unknown`, `from_beyond_end` */
  edit(source: ReplaySource, edits: ReplayEdits): ReplaySource
  /** One event as one line, without the line break; NDJSON is what `open` reads. */
  format(event: MidiEvent, format: 'text' | 'ndjson'): string
  /** Prints a whole replay; JSON and NDJSON are what `open` reads. */
  printer(format: ReplayFormat, source: ReplaySource, drawing?: NeckDrawingOptions): ReplayPrinter
  /**
   * Compares what was heard with a golden log, or with what was heard before.
   * @returns the first difference with all that follow, `undefined` where there is none @throws LogFileError
   */
  compare(
    golden: Uint8Array | readonly MidiEvent[],
    heard: readonly MidiEvent[],
    options?: GoldenOptions,
  ): GoldenDifference | undefined
  /** The notes that sound at the first difference, on two necks; `undefined` where both have the same. */
  necks(
    source: ReplaySource,
    difference: Pick<GoldenDifference, 'sounding' | 'time'>,
  ): { readonly expected: NeckDrawing; readonly actual: NeckDrawing } | undefined
  /** Necks with the same frets, each with notes on strings that are known. */
  draw(
    neck: DrawnNeck,
    necks: readonly { readonly label: string; readonly notes: readonly PlacedNote[] }[],
  ): readonly NeckDrawing[]
}

/** @example const replayer = get(REPLAYER) */
export const REPLAYER = createToken<Replayer>('replay.replayer')
