/** From the settings to what can be shown: looked up, put right, and with a list of what had to be ignored. */
import { MAX_FRET } from '../../../core/music/guitar/position.js'
import { STANDARD_TUNING, tuningById } from '../../../core/music/guitar/tunings.js'
import { phrases } from '../../../core/platform/phrases.js'
import { chordTones } from '../chords/chord-tones.js'
import type { FretRange } from '../internal-tokens.js'
import { NO_SCALE, type SpelledScale, spellScale } from '../scales/scale.js'
import type { PlayableNeck } from '../scales/scale-position.js'
import { type PositionReading, type ShownScalePosition, scalePositionAt } from '../scales/shown-position.js'
import type { FretboardSettings } from '../settings.js'
import { FEWEST_STRINGS, MOST_STRINGS } from '../sharing/view-limits.js'
import type { AvailableTuning, Ignored, NeckView } from '../tokens.js'
import { MAX_CAPO } from '../tunings/capo.js'
import { LONGEST_TRAIL } from './neck-looks.js'

export const IGNORED = phrases({
  scale: 'The scale “{{scale}}” is unknown, so none is shown. Choose one from the list.',
  tuning: 'There is no tuning number {{id}}; the standard tuning is shown. Choose one from the list.',
  tuningGone:
    'Your own tuning “{{tuning}}” is not kept here; the standard tuning is shown. Choose one from the list.',
  chord: 'The chord “{{chord}}” is unknown, so none is shown. Write it like Cmaj7, C7#9 or C/E.',
  tuningOff:
    'The tuning “{{tuning}}” comes with the plugin “{{plugin}}”, which is not active; the standard tuning is shown until it is.',
  tuningLost:
    'The plugin “{{plugin}}” has no tuning “{{tuning}}”; the standard tuning is shown. Choose one from the list.',
  tooManyStrings: 'The tuning “{{tuning}}” has {{number}} strings; the first {{limit}} are shown.',
  tooFewStrings:
    'The tuning “{{tuning}}” has {{count}} strings and a neck at least {{limit}}; the standard tuning is shown.',
  strings: 'The tuning “{{tuning}}” names a note outside 0 to 127; the standard tuning is shown.',
  capo: 'A capo at fret {{fret}} is not possible; none is shown. Choose 0 to {{limit}}.',
  trail: 'A trail of {{notes}} notes is not possible; none is shown. Choose 0 to {{limit}}.',
  frets: 'The frets {{from}} to {{to}} cannot be shown; {{shownFrom}} to {{shownTo}} are.',
  fretsWithCapo:
    'With the capo at fret {{capo}}, {{last}} frets are left; {{shownFrom}} to {{shownTo}} of {{from}} to {{to}} are shown.',
})

type FoundTuning = Pick<AvailableTuning, 'name' | 'strings' | 'begins'>

/** A tuning that cannot be shown now, and what to say of it. */
export interface MissingTuning {
  readonly missing: 'tuningOff' | 'tuningLost' | 'tuningGone'
  readonly values: Ignored['values']
}

/** Nothing to say of a tuning that is on its way: its plugin is about to bring it. */
export const TUNING_PENDING = Symbol('on its way')

/** Looks up a tuning by its id; `undefined` where there is none. */
export type FindTuning = (
  id: number | string,
) => FoundTuning | MissingTuning | typeof TUNING_PENDING | undefined

const inTable: FindTuning = id => (typeof id === 'number' ? tuningById(id) : undefined)

/** @param findTuning the table's by default @param needed frets to be seen besides those of the settings, each `undefined` where there are none */
export function neckView(
  settings: FretboardSettings,
  findTuning: FindTuning = inTable,
  ...needed: readonly (FretRange | undefined)[]
): NeckView {
  const ignored: Ignored[] = []
  const ignore = (what: keyof typeof IGNORED, values: Ignored['values']) => {
    ignored.push({ sentence: IGNORED[what], values })
  }
  const scale = spellScale(settings.scale)
  if (!scale) ignore('scale', { scale: settings.scale })
  const capo = settings.capo >= 0 && settings.capo <= MAX_CAPO ? settings.capo : 0
  if (capo !== settings.capo) ignore('capo', { fret: settings.capo, limit: MAX_CAPO })
  const tuning = shownTuning(settings.tuningId, findTuning, ignore)
  const chord = settings.chord === '' ? undefined : chordTones(settings.chord)
  if (settings.chord !== '' && !chord) ignore('chord', { chord: settings.chord.slice(0, 40) })
  const trail = settings.trail >= 0 && settings.trail <= LONGEST_TRAIL ? settings.trail : 0
  if (trail !== settings.trail) ignore('trail', { notes: settings.trail, limit: LONGEST_TRAIL })
  const position = shownPosition(settings, scale ?? NO_SCALE, { ...tuning, capo, lastFret: MAX_FRET - capo })
  if (position && 'problem' in position) ignored.push({ sentence: position.problem, values: {} })
  const shown = position && 'shown' in position ? position.shown : undefined
  return {
    tuning,
    capo,
    ...widened(shownFrets(settings, capo, ignore), MAX_FRET - capo, ...needed, fretsOf(shown)),
    leftHanded: settings.leftHanded,
    nutRight: settings.nutRight,
    scale: scale ?? NO_SCALE,
    showAllNotes: settings.showAllNotes,
    showOctaves: settings.showOctaves,
    showDegrees: settings.showDegrees,
    selectMode: settings.selectMode,
    showIntervals: settings.showIntervals,
    chord,
    position: shown,
    orientation: settings.orientation,
    velocityLook: settings.velocityLook,
    trail,
    onePlace: settings.onePlace,
    ignored,
  }
}

function shownPosition(
  { positions, position }: FretboardSettings,
  scale: SpelledScale,
  neck: PlayableNeck,
): PositionReading | undefined {
  return positions === 'none' ? undefined : scalePositionAt(positions, position, scale, neck)
}

function fretsOf(position: ShownScalePosition | undefined): FretRange | undefined {
  if (!position) return undefined
  const frets = position.positions.map(position => position.fret)
  return { from: Math.min(...frets), to: Math.max(...frets) }
}

/** The frets of the settings, and those that something lies on which is shown now. */
function widened(
  shown: { readonly fretMin: number; readonly fretMax: number },
  last: number,
  ...needed: readonly (FretRange | undefined)[]
) {
  const there = needed.filter(frets => frets !== undefined)
  return {
    fretMin: Math.max(0, Math.min(shown.fretMin, ...there.map(({ from }) => from))),
    fretMax: Math.min(last, Math.max(shown.fretMax, ...there.map(({ to }) => to))),
  }
}

type Ignore = (what: keyof typeof IGNORED, values: Ignored['values']) => void

function shownTuning(id: number | string, find: FindTuning, ignore: Ignore): NeckView['tuning'] {
  const tuning = find(id)
  if (tuning === TUNING_PENDING) return STANDARD_TUNING
  if (!tuning) {
    ignore('tuning', { id })
    return STANDARD_TUNING
  }
  if ('missing' in tuning) {
    ignore(tuning.missing, tuning.values)
    return STANDARD_TUNING
  }
  const { name, strings, begins } = tuning
  if (strings.length < FEWEST_STRINGS) {
    ignore('tooFewStrings', { tuning: name, count: strings.length, limit: FEWEST_STRINGS })
    return STANDARD_TUNING
  }
  if (!strings.every(note => Number.isInteger(note) && note >= 0 && note <= 127)) {
    ignore('strings', { tuning: name })
    return STANDARD_TUNING
  }
  if (strings.length > MOST_STRINGS)
    ignore('tooManyStrings', { tuning: name, number: strings.length, limit: MOST_STRINGS })
  // The same list while it is the same tuning: what is drawn from it is kept then.
  const shown = strings.length > MOST_STRINGS ? strings.slice(0, MOST_STRINGS) : strings
  return { id, name, strings: shown, ...(begins && { begins }) }
}

/** Swapped where they are the wrong way round, and held within the neck that the capo leaves. */
function shownFrets({ fretMin, fretMax }: FretboardSettings, capo: number, ignore: Ignore) {
  const last = MAX_FRET - capo
  const within = (fret: number) => Math.min(last, Math.max(0, fret))
  const shown = {
    fretMin: within(Math.min(fretMin, fretMax)),
    fretMax: within(Math.max(fretMin, fretMax)),
  }
  if (shown.fretMin !== fretMin || shown.fretMax !== fretMax) {
    const values = { from: fretMin, to: fretMax, shownFrom: shown.fretMin, shownTo: shown.fretMax }
    const possible = fretMin >= 0 && fretMin <= fretMax && fretMax <= MAX_FRET
    if (possible) ignore('fretsWithCapo', { ...values, capo, last })
    else ignore('frets', values)
  }
  return shown
}
