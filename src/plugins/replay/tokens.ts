import { createToken } from '../../core/platform/services/token.js'
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
   * Reads a log, or a song of any format.
   *
   * @param name for formats known by their extension only
   * @throws SentenceError, LogFileError
   */
  open(bytes: Uint8Array, name?: string): Promise<ReplaySource>
  /** Meanwhile, the octave offset of a log is in force. */
  run(source: ReplaySource, options?: ReplayRun): Promise<ReplayResult>
  /** @throws SentenceError `part_unknown`, `from_beyond_end` */
  edit(source: ReplaySource, edits: ReplayEdits): ReplaySource
  /** Without the line break; NDJSON is readable by `open`. */
  format(event: MidiEvent, format: 'text' | 'ndjson'): string
  /** JSON and NDJSON are readable by `open`. */
  printer(format: ReplayFormat, source: ReplaySource, drawing?: NeckDrawingOptions): ReplayPrinter
  /** Compares with a golden log; `undefined` if equal. @throws LogFileError */
  compare(
    golden: Uint8Array | readonly MidiEvent[],
    heard: readonly MidiEvent[],
    options?: GoldenOptions,
  ): GoldenDifference | undefined
  /** Sounding notes at the first difference; `undefined` if equal. */
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
