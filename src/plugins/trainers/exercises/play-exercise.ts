/** Opens exercises with loop, feedback and speed trainer. */
import { GO_TO } from '../../../core/events/app-events.js'
import type { CommandHandler, PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { EVENTS, SETTINGS, TRANSLATOR } from '../../../core/kernel/services/tokens.js'
import { MAX_FRET, type Position, pitchAt } from '../../../core/music/guitar/position.js'
import { phrases } from '../../../core/platform/phrases.js'
import { SentenceError } from '../../../core/platform/sentence-error.js'
import { NECK_VIEW, type NeckView, SELECTION } from '../../fretboard/tokens.js'
import { SONG_IMPORTS } from '../../library/tokens.js'
import { SONG_FINGERING } from '../../player/tokens.js'
import { DRILLS } from '../../practice/tokens.js'
import type { FingerPattern } from '../settings.js'
import { type TrainerArgs, trainerSettings } from '../settings.js'
import { chordExercise, exerciseSong, fingerExercise, type Step, scaleExercise } from './patterns.js'

const SENTENCES = phrases({
  noScale: 'No scale is shown. Choose a scale on the fretboard first.',
  noShape: 'No chord is shown. Select positions on the fretboard, or find a chord there.',
})

export const EXERCISE_NAMES = phrases({
  scale: 'The scale on the neck',
  shape: 'The selected chord',
  'fingers-1234': 'Fingers 1 2 3 4',
  'fingers-1324': 'Fingers 1 3 2 4',
  'fingers-1423': 'Fingers 1 4 2 3',
  'fingers-4321': 'Fingers 4 3 2 1',
  spider: 'Spider',
  skipping: 'String skipping',
})

const FIRST_FRET = 5 // low frets are wide
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
  const named = (what: string) => get(TRANSLATOR).t('trainers', what)
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
  const { song, pins, bars } = made(context, exercise)
  const bytes = new TextEncoder().encode(JSON.stringify(song))
  const file = { name: `${song.header.name}.json`, size: bytes.length, bytes: async () => bytes }
  get(EVENTS).emit(GO_TO, { path: '/fretboard' })
  const imports = await load(SONG_IMPORTS)
  if (!(await imports.take([file], { keep: false, open: true }))) return
  const fingering = await load(SONG_FINGERING)
  fingering.setPins(pins)
  const drills = await load(DRILLS)
  drills.start({ from: 1, to: bars })
}
