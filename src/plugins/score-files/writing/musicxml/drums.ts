import { model } from '../../engine.js'
import { element } from './xml.js'

const { MusicFontSymbol: Font } = model
const HEADS = new Map([
  [Font.NoteheadXBlack, 'x'],
  [Font.NoteheadHeavyX, 'x'],
  [Font.NoteheadCircleX, 'circle-x'],
  [Font.NoteheadDiamondBlack, 'diamond'],
  [Font.NoteheadDiamondWhite, 'diamond'],
  [Font.NoteheadTriangleUpBlack, 'triangle'],
  [Font.NoteheadPlusBlack, 'cross'],
])
const SNARE_LINE = 3
/** Steps from C0 to the top line. alphaTab counts down from the top line. */
const TOP_LINE = 5 * 7 + 3
const STEPS = 'CDEFGAB'

export function drumOf(note: model.Note) {
  const { percussionArticulation: index, beat } = note
  const articulation = beat.voice.bar.staff.track.percussionArticulations[index]
  const place = TOP_LINE - (articulation?.staffLine ?? SNARE_LINE)
  return {
    /** General MIDI percussion key. */
    key: articulation?.outputMidiNumber ?? index,
    head: HEADS.get(articulation?.noteHeadDefault ?? Font.NoteheadBlack) ?? '',
    step: STEPS.charAt(((place % 7) + 7) % 7),
    octave: Math.floor(place / 7),
  }
}

/** Returns a track's drum keys. Each becomes an instrument of the part. */
export function drumsOf(track: model.Track): readonly number[] {
  const bars = track.staves.filter(({ isPercussion }) => isPercussion).flatMap(({ bars }) => bars)
  const beats = bars.flatMap(({ voices }) => voices.flatMap(voice => voice.beats))
  const drums = beats.flatMap(({ notes }) => notes.filter(note => note.isPercussion))
  return [...new Set(drums.map(note => drumOf(note).key))].sort((a, b) => a - b)
}

export const drumId = (part: string, key: number) => `${part}-D${key}`

export function drumInstruments(part: string, keys: readonly number[]): string {
  const ids = keys.map(key => [key, { id: drumId(part, key) }] as const)
  return [
    ...ids.map(([key, id]) => element('score-instrument', [element('instrument-name', `Key ${key}`)], id)),
    ...ids.map(([key, id]) =>
      element('midi-instrument', [element('midi-channel', DRUMS), element('midi-unpitched', key + 1)], id),
    ),
  ].join('')
}

const DRUMS = 10
