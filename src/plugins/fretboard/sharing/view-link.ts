/** The neck's view as link parameters and back: `/fretboard?scale=D+Dorian&tuning=2&frets=0-5&show=…`. */
import { MAX_FRET } from '../../../core/music/guitar/position.js'
import { tuningById } from '../../../core/music/guitar/tunings.js'
import { phrases } from '../../../core/platform/phrases.js'
import { chordTones } from '../chords/chord-tones.js'
import { ORIENTATIONS } from '../neck/neck-looks.js'
import { spellScale } from '../scales/scale.js'
import { SCALE_POSITION_KINDS } from '../scales/scale-position.js'
import { type FretboardSettings, fretboardSettings, type NeckSwitch } from '../settings.js'
import type { Ignored } from '../tokens.js'
import { type CodedTuning, MAX_CAPO, readTuningCode, tuningCode } from '../tunings/tuning-code.js'
import { SHARED_TUNING_ID, type SharedView } from './shared-view.js'

/** Parameters of a view link; `shape` is the selection. */
export const LINK_PARAMETERS = [
  'scale',
  'tuning',
  'frets',
  'show',
  'capo',
  'hand',
  'nut',
  'neck',
  'chord',
  'positions',
  'position',
  'shape',
] as const

/** Settings that a link carries: everything but how played notes are displayed. */
type Carried = Omit<FretboardSettings, 'velocityLook' | 'trail' | 'onePlace'>

/** Words of the `show` parameter, with their settings. */
const SHOWN: Readonly<Record<string, Extract<NeckSwitch, keyof Carried>>> = {
  all: 'showAllNotes',
  octaves: 'showOctaves',
  degrees: 'showDegrees',
  intervals: 'showIntervals',
  select: 'selectMode',
}

export const LINK_IGNORED = phrases({
  part: 'Parts of the link that can’t be read: {{parts}}.',
  frets: 'The link asks for frets {{from}} to {{to}}. Showing {{shownFrom}} to {{shownTo}}.',
})

/** No value of a link is longer but the tuning and the shape, which have limits of their own. */
const LONGEST_VALUE = 80

export interface LinkState {
  readonly settings: FretboardSettings
  /** The current tuning, for people who don't have it. */
  readonly tuning: CodedTuning
  /** The code of the selected shape; empty where nothing is selected. */
  readonly shape: string
}

/** Parameters for the neck to look the same elsewhere. Defaults are left out. */
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

/** Whether the view is the default one, so that its URL needs no parameters. */
export function isDefaultView(shown: LinkState): boolean {
  const { defaults } = fretboardSettings
  const beginning = linkParameters({ ...shown, settings: defaults, shape: '' })
  return linkParameters(shown).toString() === beginning.toString()
}

/** Reads a link. Unreadable parts are reported and left out. */
export function readLink(parameters: URLSearchParams): SharedView {
  const { defaults } = fretboardSettings
  const settings: { -readonly [Name in keyof Carried]?: Carried[Name] } = {}
  const ignored: Ignored[] = []
  const wrong: string[] = []
  let tuning: CodedTuning | undefined

  /** Passes a parameter to `use`, and reports it if that returns `false`. */
  const read = (name: (typeof LINK_PARAMETERS)[number], use: (value: string) => boolean) => {
    const value = parameters.get(name)
    if (value === null) return
    if (value.length <= LONGEST_VALUE && use(value)) return
    wrong.push(`${name}=${[...value].slice(0, 24).join('')}`)
  }
  const oneOf = <T extends string>(values: readonly T[], value: string): T | undefined =>
    values.find(each => each === value)

  // A link with `show` is complete: whatever it leaves out has its default.
  if (parameters.has('show')) {
    const { velocityLook: _look, trail: _trail, onePlace: _place, ...carried } = defaults
    Object.assign(settings, carried)
    for (const name of Object.values(SHOWN)) settings[name] = false
  }
  read('show', value => {
    const words = value.split('.').filter(word => word !== '')
    for (const word of words) {
      const name = SHOWN[word]
      if (name) settings[name] = true
      else wrong.push(`show=${word.slice(0, 24)}`)
    }
    return true
  })
  read('scale', value => {
    if (!spellScale(value)) return false
    settings.scale = value
    return true
  })
  const written = parameters.get('tuning')
  if (written !== null && /^\d+$/.test(written)) {
    read('tuning', value => {
      if (!tuningById(Number(value))) return false
      settings.tuningId = Number(value)
      return true
    })
  } else if (written !== null) {
    const reading = readTuningCode(written)
    ignored.push(...reading.ignored)
    tuning = reading.tuning
    if (tuning) settings.tuningId = SHARED_TUNING_ID
  }
  read('frets', value => {
    const [, from, to] = /^(\d{1,3})-(\d{1,3})$/.exec(value) ?? []
    if (from === undefined || to === undefined) return false
    const within = (fret: number) => Math.min(MAX_FRET, fret)
    settings.fretMin = within(Math.min(Number(from), Number(to)))
    settings.fretMax = within(Math.max(Number(from), Number(to)))
    if (settings.fretMin !== Number(from) || settings.fretMax !== Number(to)) {
      const values = { from, to, shownFrom: settings.fretMin, shownTo: settings.fretMax }
      ignored.push({ sentence: LINK_IGNORED.frets, values })
    }
    return true
  })
  read('capo', value => {
    if (!/^\d{1,2}$/.test(value) || Number(value) > MAX_CAPO) return false
    settings.capo = Number(value)
    return true
  })
  read('hand', value => {
    settings.leftHanded = value === 'left'
    return value === 'left' || value === 'right'
  })
  read('nut', value => {
    settings.nutRight = value === 'right'
    return value === 'left' || value === 'right'
  })
  read('neck', value => {
    const orientation = oneOf(ORIENTATIONS, value)
    if (orientation) settings.orientation = orientation
    return orientation !== undefined
  })
  read('chord', value => {
    const tones = chordTones(value)
    if (tones) settings.chord = tones.symbol
    return tones !== undefined
  })
  read('positions', value => {
    const positions = oneOf(SCALE_POSITION_KINDS, value)
    if (positions) settings.positions = positions
    return positions !== undefined
  })
  read('position', value => {
    if (!/^[1-9]\d?$/.test(value)) return false
    settings.position = Number(value) - 1
    return true
  })
  if (wrong.length > 0) {
    ignored.push({ sentence: LINK_IGNORED.part, values: { parts: wrong.slice(0, 10).join(', ') } })
  }
  return { settings, ignored, ...(tuning && { tuning }) }
}

/** Whether a URL contains any part of a view. */
export function isLink(parameters: URLSearchParams): boolean {
  return LINK_PARAMETERS.some(name => parameters.has(name))
}
