import { phrases } from '../../core/platform/phrases.js'
import { type PlayableNeck, pitchAt } from '../guitar/position.js'
import type { ChordTones } from './chord-tones.js'
import { VOICING_FORMS, type VoicingForm } from './names.js'
import { fingersOf, MUTED } from './playability.js'
import type { Voicing } from './voicings.js'

export const FORM_NAMES: Readonly<Record<VoicingForm, string>> = phrases({
  open: 'Open',
  barre: 'Barre',
  shell: 'Shell',
  drop2: 'Drop 2',
  drop3: 'Drop 3',
})

export interface VoicingFilter {
  readonly form?: VoicingForm | undefined
  readonly strings?: string | undefined
  readonly root?: number | undefined
}

const OPEN_TO = 4 // highest fret of an open position
const OCTAVE = 12

export function voicingFilter(filter: VoicingFilter, chord: ChordTones, neck: PlayableNeck) {
  const { form, strings, root } = filter
  return (voicing: Voicing) =>
    (root === undefined || rootString(voicing, chord, neck) === root) &&
    (strings === undefined || stringSet(voicing) === strings) &&
    (form === undefined || IS_FORM[form](voicing, chord, neck))
}

export function formsOf(voicing: Voicing, chord: ChordTones, neck: PlayableNeck): readonly VoicingForm[] {
  return VOICING_FORMS.filter(form => IS_FORM[form](voicing, chord, neck))
}

export function rootString({ frets }: Voicing, chord: ChordTones, neck: PlayableNeck): number | undefined {
  let lowest = Number.POSITIVE_INFINITY
  let string: number | undefined
  for (const [index, fret] of frets.entries()) {
    const pitch = fret === undefined ? undefined : pitchAt(neck, neck.capo, index + 1, fret)
    if (pitch === undefined || pitch >= lowest) continue
    lowest = pitch
    string = index + 1
  }
  return lowest % OCTAVE === chord.root ? string : undefined
}

/** Returns `4-1` for strings 4 to 1; strings in between may be muted. */
function stringSet({ frets }: Voicing): string {
  const isHeard = (fret: number | undefined) => fret !== undefined
  return `${frets.findLastIndex(isHeard) + 1}-${frets.findIndex(isHeard) + 1}`
}

export function stringSets(count: number): readonly string[] {
  return [5, 4, 3].flatMap(size =>
    Array.from(
      { length: Math.max(0, count - size + 1) },
      (_, at) => `${count - at}-${count - at - size + 1}`,
    ),
  )
}

type IsForm = (voicing: Voicing, chord: ChordTones, neck: PlayableNeck) => boolean

const IS_FORM: Readonly<Record<VoicingForm, IsForm>> = {
  open: ({ frets }) => frets.includes(0) && frets.every(fret => (fret ?? 0) <= OPEN_TO),
  barre: ({ frets }) => fingersOf(frets.map(fret => fret ?? MUTED)).barre !== undefined,
  shell: (voicing, chord, neck) => {
    const pitches = pitchesOf(voicing, neck)
    const degrees = pitches.map(
      pitch => chord.tones.find(({ pitchClass }) => pitchClass === pitch % OCTAVE)?.degree ?? '',
    )
    const has = (degree: RegExp) => degrees.some(each => degree.test(each))
    return pitches.length === 3 && degrees[0] === '1' && has(/^b?3$/) && has(/^(b{0,2}7|6)$/)
  },
  drop2: (voicing, _chord, neck) => dropped(pitchesOf(voicing, neck)) === 2,
  drop3: (voicing, _chord, neck) => dropped(pitchesOf(voicing, neck)) === 3,
}

function pitchesOf({ frets }: Voicing, neck: PlayableNeck): readonly number[] {
  return frets
    .flatMap((fret, index) => (fret === undefined ? [] : (pitchAt(neck, neck.capo, index + 1, fret) ?? [])))
    .sort((a, b) => a - b)
}

/** Returns which voice of a close four-note voicing was dropped an octave, counted from the highest. */
function dropped(pitches: readonly number[]): number | undefined {
  const [lowest = 0, second = 0, third = 0, highest = 0] = pitches
  if (pitches.length !== 4 || new Set(pitches.map(pitch => pitch % OCTAVE)).size < 4) return undefined
  if (highest - second >= OCTAVE) return undefined
  const raised = lowest + OCTAVE
  if (raised > third && raised < highest) return 2
  return raised > second && raised < third ? 3 : undefined
}
