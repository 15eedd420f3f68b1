import { phrases } from '../../../core/platform/phrases.js'
import { MAX_FRET } from '../../../music/guitar/position.js'
import { type CodedTuning, MAX_CAPO, readTuningCode, tuningCode } from '../../../music/guitar/tuning-code.js'
import { tuningById } from '../../../music/guitar/tunings.js'
import { chordTones } from '../../../music/theory/chord-tones.js'
import { spellScale } from '../../../music/theory/scale.js'
import { ORIENTATION_CHOICES, SCALE_POSITION_CHOICES, valuesOf } from '../neck/neck-looks.js'
import { type FretboardSettings, fretboardSettings, type NeckSwitch } from '../settings.js'
import type { Ignored } from '../tokens.js'
import { SHARED_TUNING_ID, type SharedView } from './shared-view.js'

const CARRIED = [
  ...(['scale', 'tuningId', 'fretMin', 'fretMax', 'capo', 'chord', 'positions', 'position'] as const),
  ...(['leftHanded', 'nutRight', 'orientation'] as const),
  ...(['showAllNotes', 'showOctaves', 'showDegrees', 'showIntervals', 'selectMode'] as const),
] as const
type Carried = Pick<FretboardSettings, (typeof CARRIED)[number]>

const SHOWN: Readonly<Record<string, Extract<NeckSwitch, keyof Carried>>> = {
  all: 'showAllNotes',
  octaves: 'showOctaves',
  degrees: 'showDegrees',
  intervals: 'showIntervals',
  select: 'selectMode',
}

export const LINK_IGNORED = phrases({
  part: 'Some parts of the link couldn’t be read: {{parts}}.',
  frets: 'The link specifies frets {{from}} to {{to}}. Showing {{shownFrom}} to {{shownTo}}.',
})

const LONGEST_VALUE = 80

export interface LinkState {
  readonly settings: FretboardSettings
  readonly tuning: CodedTuning
  readonly shape: string
}

export function linkParameters({ settings, tuning, shape }: LinkState): URLSearchParams {
  const { defaults } = fretboardSettings
  const { tuningId, scale, fretMin, fretMax, capo, orientation, chord, positions, position } = settings
  const isInTable = typeof tuningId === 'number' && tuningById(tuningId) !== undefined
  const shown = Object.keys(SHOWN).filter(word => settings[SHOWN[word] as NeckSwitch])
  const parameters = new URLSearchParams({
    scale,
    tuning: isInTable ? String(tuningId) : tuningCode(tuning),
    frets: `${fretMin}-${fretMax}`,
    show: shown.join('.'),
  })
  if (capo !== defaults.capo) parameters.set('capo', String(capo))
  if (settings.leftHanded) parameters.set('hand', 'left')
  if (settings.nutRight) parameters.set('nut', 'right')
  if (orientation !== defaults.orientation) parameters.set('neck', orientation)
  if (chord !== defaults.chord) parameters.set('chord', chord)
  if (positions !== defaults.positions) {
    parameters.set('positions', positions)
    parameters.set('position', String(position + 1))
  }
  if (shape !== '') parameters.set('shape', shape)
  return parameters
}

export function isDefaultView(shown: LinkState): boolean {
  const { defaults } = fretboardSettings
  const beginning = linkParameters({ ...shown, settings: defaults, shape: '' })
  return linkParameters(shown).toString() === beginning.toString()
}

interface Problems {
  readonly ignored: Ignored[]
  readonly wrong: string[]
}

const oneOf = <T extends string>(values: readonly T[], value: string): T | undefined =>
  values.find(each => each === value)

const READERS: Readonly<Record<string, (value: string, problems: Problems) => Partial<Carried> | undefined>> =
  {
    show: (value, { wrong }) => {
      const words = value.split('.').filter(word => word !== '')
      for (const word of words) if (!SHOWN[word]) wrong.push(`show=${word.slice(0, 24)}`)
      return Object.fromEntries(Object.entries(SHOWN).map(([word, name]) => [name, words.includes(word)]))
    },
    scale: value => (spellScale(value) ? { scale: value } : undefined),
    tuning: value => (tuningById(Number(value)) ? { tuningId: Number(value) } : undefined),
    frets: (value, { ignored }) => {
      const [, from, to] = /^(\d{1,3})-(\d{1,3})$/.exec(value) ?? []
      if (from === undefined || to === undefined) return undefined
      const [fretMin, fretMax] = [Number(from), Number(to)].sort((a, b) => a - b) as [number, number]
      const shown = { fretMin: Math.min(MAX_FRET, fretMin), fretMax: Math.min(MAX_FRET, fretMax) }
      if (shown.fretMin !== Number(from) || shown.fretMax !== Number(to)) {
        const values = { from, to, shownFrom: shown.fretMin, shownTo: shown.fretMax }
        ignored.push({ sentence: LINK_IGNORED.frets, values })
      }
      return shown
    },
    capo: value =>
      /^\d{1,2}$/.test(value) && Number(value) <= MAX_CAPO ? { capo: Number(value) } : undefined,
    hand: value => (oneOf(['left', 'right'], value) ? { leftHanded: value === 'left' } : undefined),
    nut: value => (oneOf(['left', 'right'], value) ? { nutRight: value === 'right' } : undefined),
    neck: value => {
      const orientation = oneOf(valuesOf(ORIENTATION_CHOICES), value)
      return orientation && { orientation }
    },
    chord: value => {
      const tones = chordTones(value)
      return tones && { chord: tones.symbol }
    },
    positions: value => {
      const positions = oneOf(valuesOf(SCALE_POSITION_CHOICES), value)
      return positions && { positions }
    },
    position: value => (/^[1-9]\d?$/.test(value) ? { position: Number(value) - 1 } : undefined),
  }

export const LINK_PARAMETERS = [...Object.keys(READERS), 'shape']

export function readLink(parameters: URLSearchParams): SharedView {
  // In a link with `show`, omitted settings mean the default.
  const { defaults } = fretboardSettings
  const complete = CARRIED.map(name => [name, defaults[name]])
  const settings: Partial<FretboardSettings> = parameters.has('show') ? Object.fromEntries(complete) : {}
  const ignored: Ignored[] = []
  const wrong: string[] = []
  const code = parameters.get('tuning')
  const coded = code === null || /^\d+$/.test(code) ? undefined : readTuningCode(code)
  if (coded) ignored.push(...coded.ignored)
  if (coded?.tuning) settings.tuningId = SHARED_TUNING_ID
  for (const [name, read] of Object.entries(READERS)) {
    const value = parameters.get(name)
    if (value === null || (name === 'tuning' && coded)) continue
    const found = value.length <= LONGEST_VALUE ? read(value, { ignored, wrong }) : undefined
    if (found) Object.assign(settings, found)
    else wrong.push(`${name}=${[...value].slice(0, 24).join('')}`)
  }
  if (wrong.length > 0) {
    ignored.push({ sentence: LINK_IGNORED.part, values: { parts: wrong.slice(0, 10).join(', ') } })
  }
  return { settings, ignored, ...(coded?.tuning && { tuning: coded.tuning }) }
}

export function isLink(parameters: URLSearchParams): boolean {
  return LINK_PARAMETERS.some(name => parameters.has(name))
}
