/** Opens exercises as songs with a loop, feedback and the speed trainer. */
import { GO_TO } from '../../../core/events/app-events.js'
import type { CommandHandler, PluginContext } from '../../../core/kernel/plugin.js'
import { EVENTS, SETTINGS, TRANSLATOR } from '../../../core/kernel/tokens.js'
import { phrases, SentenceError } from '../../../core/platform/phrases.js'
import { noteName } from '../../../music/guitar/note-name.js'
import { MAX_FRET, type Position, pitchAt, type StrungNeck } from '../../../music/guitar/position.js'
import type { Song, SongNote } from '../../../music/song/song.js'
import { NECK_VIEW, type NeckView, SELECTION } from '../../fretboard/tokens.js'
import { SONG_IMPORTS } from '../../library/tokens.js'
import { SONG_FINGERING, type SongPin } from '../../player/tokens.js'
import { DRILLS } from '../tokens.js'
import { type FingerPattern, type TrainerArgs, trainerSettings } from '../trainer-settings.js'

const SENTENCES = phrases({
  noScale: 'No scale is shown. Choose a scale on the fretboard first.',
  noShape: 'No chord is shown. Select positions on the fretboard, or find a chord there.',
})

export const EXERCISE_NAMES = phrases({
  scale: 'Current scale',
  shape: 'The selected chord',
  'fingers-1234': 'Fingers 1 2 3 4',
  'fingers-1324': 'Fingers 1 3 2 4',
  'fingers-1423': 'Fingers 1 4 2 3',
  'fingers-4321': 'Fingers 4 3 2 1',
  spider: 'Spider exercise',
  skipping: 'String skipping',
})

const FIRST_FRET = 5 // lower frets are wider
const FINGERS = 4

function shownScale({ position, scale, tuning, capo, fretMin, fretMax }: NeckView): readonly Position[] {
  if (position) return position.positions
  const all: Position[] = []
  for (let string = tuning.strings.length; string >= 1; string -= 1) {
    for (let fret = fretMin; fret <= fretMax; fret += 1) {
      const pitch = pitchAt(tuning, capo, string, fret)
      if (pitch !== undefined && scale.notes[pitch % 12]?.inScale) all.push({ string, fret })
    }
  }
  return all
}

function made({ get }: Pick<PluginContext, 'get'>, exercise: TrainerArgs['exercise']['exercise']) {
  const view = get(NECK_VIEW).getState()
  const { tuning, capo, scale } = view
  const { fretFrom } = get(SETTINGS).store(trainerSettings).getState()
  const named = (what: string) => get(TRANSLATOR).t('practice', what)
  const song = (name: string, steps: readonly Step[]) => exerciseSong(name, steps, tuning, capo)
  if (exercise === 'scale') {
    const positions = shownScale(view)
    if (positions.length === 0) throw new SentenceError('no_scale', SENTENCES.noScale, {})
    return song(scale.name || named(EXERCISE_NAMES.scale), scaleExercise(positions, tuning, capo))
  }
  if (exercise === 'shape') {
    const positions = get(SELECTION).positions.getState()
    if (positions.length === 0) throw new SentenceError('no_shape', SENTENCES.noShape, {})
    return song(named(EXERCISE_NAMES.shape), chordExercise(positions, tuning, capo))
  }
  const pattern: FingerPattern = exercise
  const fret = Math.min(Math.max(FIRST_FRET, fretFrom), MAX_FRET - capo - FINGERS + 1)
  return song(named(EXERCISE_NAMES[pattern]), fingerExercise(pattern, tuning.strings.length, fret))
}

export const playExercise: CommandHandler = async (context, { exercise }: TrainerArgs['exercise']) => {
  const { get, load } = context
  const [imports] = await Promise.all([load(SONG_IMPORTS), load(NECK_VIEW)])
  const { song, pins, bars } = made(context, exercise)
  const bytes = new TextEncoder().encode(JSON.stringify(song))
  const file = { name: `${song.header.name}.json`, size: bytes.length, bytes: async () => bytes }
  get(EVENTS).emit(GO_TO, { path: '/fretboard' })
  if (!(await imports.take([file], { keep: false, open: true }))) return
  get(SONG_FINGERING).setPins(pins)
  get(DRILLS).start({ from: 1, to: bars })
}

/** Positions played together, and their duration in quarter notes. */
interface Step {
  readonly positions: readonly Position[]
  readonly quarters: number
}

const EIGHTH = 0.5

const eighths = (positions: readonly Position[]): readonly Step[] =>
  positions.map(position => ({ positions: [position], quarters: EIGHTH }))

/** Fret offsets from the index finger, all on the same string. */
const ONE_STRING: Readonly<Partial<Record<FingerPattern, readonly number[]>>> = {
  'fingers-1234': [0, 1, 2, 3],
  'fingers-1324': [0, 2, 1, 3],
  'fingers-1423': [0, 3, 1, 2],
  'fingers-4321': [3, 2, 1, 0],
}
/** Distance in strings for patterns that alternate between two strings. */
const TWO_STRINGS: Readonly<Partial<Record<FingerPattern, number>>> = { spider: 1, skipping: 2 }

/** Plays the pattern on each string from lowest to highest and back. @param fret fret of the index finger */
export function fingerExercise(pattern: FingerPattern, strings: number, fret: number): readonly Step[] {
  const single = ONE_STRING[pattern]
  const apart = TWO_STRINGS[pattern] ?? 0
  const lowest = Array.from({ length: strings - apart }, (_, index) => strings - index)
  const of = (string: number): readonly Position[] =>
    (single ?? [0, 1, 2, 3]).map(up => ({ string: string - (up % 2) * apart, fret: fret + up }))
  return eighths([...lowest, ...lowest.toReversed()].flatMap(of))
}

export function scaleExercise(positions: readonly Position[], neck: StrungNeck, capo: number) {
  const pitchOf = ({ string, fret }: Position) => pitchAt(neck, capo, string, fret) ?? 0
  const byPitch = new Map<number, Position>()
  for (const position of positions) {
    const pitch = pitchOf(position)
    if (!byPitch.has(pitch)) byPitch.set(pitch, position)
  }
  const up = [...byPitch].sort(([a], [b]) => a - b).map(([, position]) => position)
  return eighths([...up, ...up.toReversed().slice(1)])
}

/** Plays the chord as an arpeggio, then as one bar with two strums. */
export function chordExercise(positions: readonly Position[], neck: StrungNeck, capo: number) {
  const broken = scaleExercise(positions, neck, capo)
  const filled = broken.reduce((sum, { quarters }) => sum + quarters, 0)
  const rest = BAR_QUARTERS - (filled % BAR_QUARTERS || BAR_QUARTERS)
  const last = broken.at(-1)
  const toBar = last ? [...broken.slice(0, -1), { ...last, quarters: last.quarters + rest }] : []
  const whole = { positions, quarters: BAR_QUARTERS / 2 }
  return [...toBar, whole, whole]
}

const BAR_QUARTERS = 4

const PPQ = 480
const BPM = 100
const STEEL_GUITAR = 25 // zero-based General MIDI program
const VELOCITY = 0.7
const SOUNDING = 0.9 // fraction of the step during which a note sounds

export function exerciseSong(name: string, steps: readonly Step[], neck: StrungNeck, capo: number) {
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
  const timeSignatures = [{ ticks: 0, timeSignature: [BAR_QUARTERS, 4] as [number, number] }]
  const header = {
    name,
    ppq: PPQ,
    tempos: [{ bpm: BPM, ticks: 0 }],
    timeSignatures,
    keySignatures: [],
    meta: [],
  }
  const instrument = { family: 'guitar', number: STEEL_GUITAR, name: '' }
  const track = { name, channel: 0, instrument, notes, controlChanges: {}, pitchBends: [] }
  const song: Song = { header, tracks: [track] }
  return { song, pins, bars: Math.max(1, Math.ceil(quarters / BAR_QUARTERS)) }
}
