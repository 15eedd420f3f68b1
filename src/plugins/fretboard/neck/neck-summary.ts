import { phrases } from '../../../core/platform/phrases.js'
import {
  joinedKey,
  type NoteNames,
  shownChord,
  shownLetters,
  shownNote,
  withSigns,
} from '../../../music/guitar/note-names.js'
import type { Position } from '../../../music/guitar/position.js'
import { lettersOf } from '../../../music/guitar/tuning-code.js'
import { degreeNumberOf } from '../../../music/theory/degrees.js'
import { SCALE_NAMES } from '../../../music/theory/names.js'
import type { AvailableTuning, Ignored, NeckView, Now } from '../tokens.js'

const SUMMARY = phrases({
  scale: 'Scale {{scale}}: {{notes}}.',
  noScale: 'No scale.',
  tuning: 'Tuning {{tuning}}: {{strings}}.',
  frets: 'Frets {{from}} to {{to}}.',
  capo: 'Capo on fret {{capo}}.',
  leftHanded: 'Left-handed.',
  chord: 'Chord overlay: {{chord}} ({{notes}}).',
  position: 'Scale position {{name}}, frets {{from}} to {{to}}.',
  selected: 'Selected: {{notes}}.',
  selectedChord: 'Selected: {{chord}} ({{notes}}).',
  sounds: 'Sounding: {{notes}}.',
  soundsChord: 'Sounding: {{chord}} ({{notes}}).',
  silence: 'Nothing is sounding.',
  beyond: 'Outside the visible frets: {{positions}}.',
  beyondAt: 'string {{string}}, fret {{fret}}',
})

export interface SummaryWords {
  say(sentence: string, values?: Ignored['values']): string
  readonly noteNames: NoteNames
  readonly scaleName: string
  readonly tuningName: string
}

export function summaryOf(view: NeckView, { say, noteNames, scaleName, tuningName }: SummaryWords) {
  const { scale, tuning, fretMin, fretMax, capo, leftHanded, chord, position } = view
  const tones = scale.notes.filter(({ inScale }) => inScale).toSorted(byDegree)
  const sentences = [
    scale.tonic === ''
      ? say(SUMMARY.noScale)
      : say(SUMMARY.scale, { scale: scaleName, notes: namesOf(tones, noteNames) }),
    say(SUMMARY.tuning, { tuning: tuningName, strings: shownLetters(lettersOf(tuning), noteNames) }),
    say(SUMMARY.frets, { from: fretMin, to: fretMax }),
    capo > 0 && say(SUMMARY.capo, { capo }),
    leftHanded && say(SUMMARY.leftHanded),
    chord &&
      say(SUMMARY.chord, {
        chord: shownChord(chord.symbol, noteNames),
        notes: namesOf(chord.tones, noteNames),
      }),
    position &&
      say(SUMMARY.position, {
        name: withSigns(position.name),
        ...position.places.find(({ index }) => index === position.index),
      }),
  ]
  return sentences.filter(sentence => typeof sentence === 'string')
}

export function summaryOfNow(
  { what, notes, chord }: Now,
  { say, noteNames }: Pick<SummaryWords, 'say' | 'noteNames'>,
): string {
  if (what === 'nothing') return say(SUMMARY.silence)
  const names = namesOf(notes, noteNames)
  const interval = chord.interval && say(chord.interval)
  const called = [chord.root === '' && interval ? '' : shownChord(chord.name, noteNames), interval]
    .filter(Boolean)
    .join(', ')
  const isNamed = called !== '' && called !== names
  if (what === 'sounding') {
    return say(isNamed ? SUMMARY.soundsChord : SUMMARY.sounds, { chord: called, notes: names })
  }
  return say(isNamed ? SUMMARY.selectedChord : SUMMARY.selected, { chord: called, notes: names })
}

export function summaryOfBeyond(positions: readonly Position[], { say }: Pick<SummaryWords, 'say'>): string {
  if (positions.length === 0) return ''
  const listed = positions.map(({ string, fret }) => say(SUMMARY.beyondAt, { string, fret }))
  return say(SUMMARY.beyond, { positions: listed.join('; ') })
}

function namesOf(notes: readonly { readonly name: string }[], names: NoteNames): string {
  return notes.map(({ name }) => shownNote(name, names)).join(' ')
}

function byDegree(a: { readonly degree: string }, b: { readonly degree: string }): number {
  return degreeNumberOf(a.degree) - degreeNumberOf(b.degree)
}

export function summaryWords(
  { scale, tuning }: Pick<NeckView, 'scale' | 'tuning'>,
  tunings: readonly AvailableTuning[],
  translate: (source: string, sentence: string, values?: Ignored['values']) => string,
  noteNames: NoteNames = 'english',
): SummaryWords {
  const type = scale.name.slice(scale.name.indexOf(' ') + 1)
  const known = SCALE_NAMES.find(name => name.toLowerCase() === type.toLowerCase())
  const isCustom = tunings.some(({ id, custom }) => id === tuning.id && custom)
  return {
    say: (sentence, values) => translate('fretboard', sentence, values),
    noteNames,
    scaleName: joinedKey(
      `${scale.tonic && shownNote(scale.tonic, noteNames)} ${known ? translate('fretboard', known) : type}`.trim(),
    ),
    tuningName: isCustom ? tuning.name : translate('core', tuning.name),
  }
}
