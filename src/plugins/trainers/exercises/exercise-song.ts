/** An exercise as a song, so that it is counted in, judged, looped and made faster like any other. */
import { noteName } from '../../../core/music/guitar/note-name.js'
import { pitchAt, type StrungNeck } from '../../../core/music/guitar/position.js'
import type { Song, SongNote } from '../../../core/music/song/song.js'
import type { SongPin } from '../../player/tokens.js'
import { BAR, type Step } from './patterns.js'

const PPQ = 480
const BPM = 100
const VELOCITY = 0.7
/** Notes end a little before the next. */
const SOUNDING = 0.9

export interface ExerciseSong {
  readonly song: Song
  /** Every note is on the string where it is meant to be played. */
  readonly pins: readonly SongPin[]
  readonly bars: number
}

/** @param capo fret from which frets are counted @param program of General MIDI, 0–127 */
export function exerciseSong(
  name: string,
  steps: readonly Step[],
  neck: StrungNeck,
  capo: number,
  program = 25,
): ExerciseSong {
  const notes: SongNote[] = []
  const pins: SongPin[] = []
  let quarters = 0
  for (const { positions, quarters: length } of steps) {
    for (const { string, fret } of positions) {
      const midi = pitchAt(neck, capo, string, fret)
      if (midi === undefined) continue
      pins.push({ track: 0, note: notes.length, string })
      notes.push({
        midi,
        name: noteName(midi).name,
        ...{ ticks: quarters * PPQ, time: (quarters * 60) / BPM },
        ...{ durationTicks: length * SOUNDING * PPQ, duration: (length * SOUNDING * 60) / BPM },
        velocity: VELOCITY,
      })
    }
    quarters += length
  }
  const timeSignatures = [{ ticks: 0, timeSignature: [BAR, 4] as [number, number] }]
  const header = {
    name,
    ppq: PPQ,
    tempos: [{ bpm: BPM, ticks: 0 }],
    timeSignatures,
    keySignatures: [],
    meta: [],
  }
  const instrument = { family: 'guitar', number: program, name: '' }
  const track = { name, channel: 0, instrument, notes, controlChanges: {}, pitchBends: [] }
  return { song: { header, tracks: [track] }, pins, bars: Math.max(1, Math.ceil(quarters / BAR)) }
}
