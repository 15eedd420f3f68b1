import { model } from '../../engine.js'
import type { ReadNote } from './notes.js'

/** Instrument from a part's list. Numbers start at 0. */
export interface Instrument {
  readonly name: string
  readonly channel: number | undefined
  readonly program: number | undefined
  /** MIDI key on the drum channel. */
  readonly key: number | undefined
  readonly volume: number | undefined
  readonly pan: number | undefined
}

export const DRUMS = 9

export function isDrum({ isUnpitched }: ReadNote, instrument: Instrument | undefined): boolean {
  return isUnpitched || instrument?.channel === DRUMS
}

/** General MIDI keys by instrument name. */
const NAMED: readonly (readonly [RegExp, number])[] = [
  ...([
    [/bass drum|kick/i, 36],
    [/snare/i, 38],
    [/open.*hat/i, 46],
    [/pedal.*hat/i, 44],
    [/hat/i, 42],
  ] as const),
  ...([
    [/ride/i, 51],
    [/cymbal|crash/i, 49],
    [/floor tom|low tom/i, 43],
    [/tom/i, 47],
    [/clap/i, 39],
  ] as const),
  ...([
    [/triangle/i, 81],
    [/tambourine/i, 54],
    [/cowbell/i, 56],
    [/wood ?block/i, 76],
    [/conga/i, 63],
  ] as const),
  ...([
    [/bongo/i, 60],
    [/maraca|shaker/i, 70],
    [/clave/i, 75],
  ] as const),
]

/** Common staff positions in a drum kit, as steps above the bottom line (E4). */
const PLACED: Readonly<Record<number, readonly [key: number, crossed: number]>> = {
  ...{ 62: [36, 44], 64: [35, 44], 65: [36, 36], 67: [41, 41], 69: [43, 43], 71: [45, 37] },
  ...{ 72: [38, 37], 74: [47, 51], 76: [48, 53], 77: [50, 51], 79: [48, 42], 81: [49, 49], 83: [57, 57] },
}
const SNARE = 38

export function keyOf({ isUnpitched, pitch, head }: ReadNote, key: number | undefined, name: string): number {
  if (key !== undefined) return key
  if (!isUnpitched) return pitch ?? SNARE
  const named = NAMED.find(([words]) => words.test(name))
  if (named) return named[1]
  const [plain, crossed] = PLACED[pitch ?? 0] ?? [SNARE, SNARE]
  if (head === 'circle-x' && crossed === 42) return 46
  return head === '' || head === 'normal' ? plain : crossed
}

const TOP_LINE = stepsOf(77)

/** Returns the staff step of a pitch, counted from C-1. */
function stepsOf(pitch: number): number {
  return Math.floor(pitch / 12) * 7 + ([0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6][pitch % 12] ?? 0)
}

const { MusicFontSymbol: Font } = model
/** Notehead symbols: black, half and whole. */
const HEADS: Readonly<
  Record<string, readonly [model.MusicFontSymbol, model.MusicFontSymbol, model.MusicFontSymbol]>
> = {
  x: [Font.NoteheadXBlack, Font.NoteheadXHalf, Font.NoteheadXWhole],
  'circle-x': [Font.NoteheadCircleX, Font.NoteheadCircleXHalf, Font.NoteheadCircleXWhole],
  diamond: [Font.NoteheadDiamondBlack, Font.NoteheadDiamondHalf, Font.NoteheadDiamondWhole],
  triangle: [Font.NoteheadTriangleUpBlack, Font.NoteheadTriangleUpHalf, Font.NoteheadTriangleUpWhole],
  cross: [Font.NoteheadPlusBlack, Font.NoteheadPlusHalf, Font.NoteheadPlusWhole],
}
const NORMAL = [Font.NoteheadBlack, Font.NoteheadHalf, Font.NoteheadWhole] as const

/** Returns the articulation's index in the track's list, adding it if necessary. */
export function articulationOf(track: model.Track, read: ReadNote, key: number, name: string): number {
  const [black, half, whole] = HEADS[read.head] ?? NORMAL
  const line = TOP_LINE - stepsOf(read.isUnpitched && read.pitch !== undefined ? read.pitch : MIDDLE)
  const { percussionArticulations: known } = track
  const found = known.findIndex(
    each => each.outputMidiNumber === key && each.staffLine === line && each.noteHeadDefault === black,
  )
  if (found >= 0) return found
  const { None } = Font
  const { Outside } = model.TechniqueSymbolPlacement
  known.push(new model.InstrumentArticulation(name, line, key, black, half, whole, None, Outside, key))
  return known.length - 1
}

const MIDDLE = 71
