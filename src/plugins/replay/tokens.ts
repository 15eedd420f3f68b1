import { createToken } from '../../core/platform/token.js'
import type { MidiEvent } from '../../music/midi/midi-event.js'
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

export type ReplayRun = Omit<ReplayOptions, 'source' | 'input' | 'clock'> &
  Partial<Pick<ReplayOptions, 'clock'>>

export interface Replayer {
  /**
   * Reads a log, or a song in any supported format.
   *
   * @param name file name, for formats that can only be detected by extension
   * @throws SentenceError, LogFileError
   */
  open(bytes: Uint8Array, name?: string): Promise<ReplaySource>
  /** Replays a source. During the replay, the octave shift of a log applies. */
  run(source: ReplaySource, options?: ReplayRun): Promise<ReplayResult>
  /** @throws SentenceError `part_unknown`, `from_beyond_end` */
  edit(source: ReplaySource, edits: ReplayEdits): ReplaySource
  /** Formats an event without a line break; `open` can read NDJSON. */
  format(event: MidiEvent, format: 'text' | 'ndjson'): string
  /** Output in JSON and NDJSON can be read by `open`. */
  printer(format: ReplayFormat, source: ReplaySource, drawing?: NeckDrawingOptions): ReplayPrinter
  /** Compares with a golden log; returns `undefined` if equal. @throws LogFileError */
  compare(
    golden: Uint8Array | readonly MidiEvent[],
    heard: readonly MidiEvent[],
    options?: GoldenOptions,
  ): GoldenDifference | undefined
  /** Draws the notes that sound at the first difference; returns `undefined` if they are equal. */
  necks(
    source: ReplaySource,
    difference: Pick<GoldenDifference, 'sounding' | 'time'>,
  ): { readonly expected: NeckDrawing; readonly actual: NeckDrawing } | undefined
  draw(
    neck: DrawnNeck,
    necks: readonly { readonly label: string; readonly notes: readonly PlacedNote[] }[],
  ): readonly NeckDrawing[]
}

export const REPLAYER = createToken<Replayer>('replay.replayer')
