import type { PluginContext } from '../../../core/kernel/plugin.js'
import { COMMANDS, SETTINGS, TRANSLATOR } from '../../../core/kernel/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import { createStore, type ReadonlyStore, type Store } from '../../../core/platform/store.js'
import { createToken } from '../../../core/platform/token.js'
import { PITCH_CLASS_NAMES } from '../../../music/guitar/note-name.js'
import { MAX_FRET, type Position } from '../../../music/guitar/position.js'
import { MAX_CAPO } from '../../../music/guitar/tuning-code.js'
import { STANDARD_TUNING, tuningById } from '../../../music/guitar/tunings.js'
import { type SongKey, spelledNote } from '../../../music/song/song-keys.js'
import { chordTones } from '../../../music/theory/chord-tones.js'
import { NO_SCALE, spelledBy, spellScale } from '../../../music/theory/scale.js'
import { scalePositionAt } from '../../../music/theory/scale-positions.js'
import { findTuning } from '../custom/tuning-list.js'
import { type FretboardSettings, panelSettings, pressField } from '../settings.js'
import { effectiveSettings, SHARED_VIEW, SONG_WHOLE_NECK, withSong } from '../sharing/shared-view.js'
import {
  type AvailableTuning,
  BARE_NECK,
  type BareNeck,
  type FretRange,
  type Ignored,
  type NeckView,
  SONG_FRETS,
  SONG_SCALE,
  SONG_TUNING,
  TUNING_LIST,
} from '../tokens.js'
import { LONGEST_TRAIL } from './neck-looks.js'

/** Frets that the selection needs in addition to the user's fret range. */
export const SELECTION_FRETS = createToken<Store<FretRange | undefined>>('fretboard.needed-frets')

export const IGNORED = phrases({
  scale: 'Unknown scale “{{scale}}”. Choose one from the list.',
  tuning: 'Tuning {{id}} doesn’t exist, so standard tuning is shown. Choose a tuning from the list.',
  tuningGone:
    'Your custom tuning “{{tuning}}” isn’t saved here, so standard tuning is shown. Choose a tuning from the list.',
  chord: 'Unknown chord “{{chord}}”. Write it like Cmaj7, C7#9 or C/E.',
  capo: 'The capo can’t go on fret {{fret}}. Choose a fret from 0 to {{limit}}.',
  trail: 'The note trail can’t be {{notes}} notes long. Choose a length from 0 to {{limit}}.',
  frets: 'Frets {{from}} to {{to}} aren’t available. Showing {{shownFrom}} to {{shownTo}}.',
  fretsWithCapo:
    'With the capo on fret {{capo}}, {{last}} frets remain. Showing {{shownFrom}} to {{shownTo}} instead of {{from}} to {{to}}.',
})

export interface MissingTuning {
  readonly missing: 'tuningGone'
  readonly values: Ignored['values']
}

type FindTuning = (
  id: number | string,
) => Pick<AvailableTuning, 'name' | 'strings' | 'begins'> | MissingTuning | undefined

const inTable: FindTuning = id => (typeof id === 'number' ? tuningById(id) : undefined)

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
  const neck = { ...tuning, capo, lastFret: MAX_FRET - capo }
  const position = scalePositionAt(settings.positions, settings.position, scale ?? NO_SCALE, neck)
  if (typeof position === 'string') ignored.push({ sentence: position, values: {} })
  const shown = typeof position === 'string' ? undefined : position
  return {
    ...settings,
    tuning,
    capo,
    selectMode: settings[pressField()],
    noteNames: settings.noteNaming === 'auto' ? 'english' : settings.noteNaming,
    ...widened(
      shownFrets(settings, capo, ignore),
      MAX_FRET - capo,
      ...needed,
      fretsOf(shown?.positions ?? []),
    ),
    scale: scale ?? NO_SCALE,
    labels: spelledBy(scale ?? NO_SCALE, chord?.tones ?? []),
    chord,
    position: shown,
    trail,
    ignored,
  }
}

export function bareView(
  settings: FretboardSettings,
  { frets, tuningId = settings.tuningId }: Omit<BareNeck, 'marks'>,
  findTuning: FindTuning = inTable,
): NeckView {
  const { from: fretMin, to: fretMax } = frets
  // A short horizontal neck leaves room for answers below it on a phone.
  const orientation =
    settings.orientation === 'auto' && fretMax - fretMin < 6 ? 'horizontal' : settings.orientation
  const own = { tuningId, capo: 0, chord: '', positions: 'none', orientation } as const
  const plain = { ...settings, ...own, fretMin, fretMax }
  const view = neckView(plain, findTuning)
  const hidden = { showAllNotes: false, showDegrees: false, selectMode: false, trail: 0, onePlace: false }
  return { ...view, ...hidden, scale: NO_SCALE, labels: NO_SCALE }
}

export function fretsOf(positions: readonly Position[]): FretRange | undefined {
  if (positions.length === 0) return undefined
  const frets = positions.map(position => position.fret)
  return { from: Math.min(...frets), to: Math.max(...frets) }
}

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
  if (tuning && !('missing' in tuning)) {
    const { name, strings, begins } = tuning
    return { id, name, strings, ...(begins && { begins }) }
  }
  if (tuning) ignore(tuning.missing, tuning.values)
  else ignore('tuning', { id })
  return STANDARD_TUNING
}

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

/** Spells notes as in the score, regardless of the displayed scale. */
function inKey({ scale, chord }: NeckView, songKey: SongKey | undefined) {
  if (!songKey) return undefined
  const names = PITCH_CLASS_NAMES.map((_, pitchClass) => ({
    pitchClass,
    name: spelledNote(pitchClass + 60, songKey).slice(0, -1),
  }))
  const spelled = spelledBy(scale, names)
  return { songKey, scale: spelled, labels: spelledBy(spelled, chord?.tones ?? []) }
}

export function watchView(context: PluginContext): ReadonlyStore<NeckView> {
  const { get, scope } = context
  const commands = get(COMMANDS)
  const panels = get(SETTINGS).store(panelSettings)
  const shared = get(SHARED_VIEW)
  const settings = effectiveSettings(context)
  const selectionFrets = get(SELECTION_FRETS)
  const songFrets = get(SONG_FRETS)
  const bare = get(BARE_NECK)
  const { spoken } = get(TRANSLATOR)
  const called = (own: FretboardSettings): FretboardSettings => {
    const byLanguage = spoken.getState().language === 'de' ? 'german' : 'english'
    return own.noteNaming === 'auto' ? { ...own, noteNaming: byLanguage } : own
  }
  const now = () => {
    const alone = bare.getState()
    if (alone) return bareView(called(settings.getState()), alone, id => findTuning(context, id))
    const frets = [selectionFrets.getState(), songFrets.getState()]
    const own = called(settings.getState())
    const isOpen = commands.holds('player.song')
    const shown = withSong(context, own)
    const find = (id: number | string) => findTuning(context, id)
    const seen = neckView(shown, find, ...frets)
    const view = {
      ...seen,
      ...inKey(seen, get(SONG_SCALE).getState()?.key),
      ...(isOpen && { showOctaves: panels.getState().songOctaves }),
      ...((shown.tuningId !== own.tuningId || shown.capo !== own.capo) && { own: neckView(own, find) }),
    }
    const ofLink = shared.getState()?.ignored ?? []
    return ofLink.length === 0 ? view : { ...view, ignored: [...view.ignored, ...ofLink] }
  }

  const view = createStore(now())
  const show = () => view.setState(now(), true)
  scope.onDispose(
    commands.conditions.subscribe((after, before) => {
      if (after['player.song'] !== before['player.song']) show()
    }),
  )
  for (const source of [
    ...[settings, panels, get(TUNING_LIST), selectionFrets, songFrets, get(SONG_SCALE), get(SONG_TUNING)],
    ...[shared, bare, spoken, get(SONG_WHOLE_NECK)],
  ]) {
    scope.onDispose(source.subscribe(show))
  }
  return view
}
