import { Key } from 'tonal'
import type { PaletteProvider } from '../../../core/commands/palette-provider.js'
import type { ChoiceLister, PluginContext } from '../../../core/kernel/plugin.js'
import { COMMANDS, TRANSLATOR } from '../../../core/kernel/tokens.js'
import { type NoteNames, shownChord } from '../../../music/guitar/note-names.js'
import { chordTones } from '../../../music/theory/chord-tones.js'
import { TONICS } from '../../../music/theory/names.js'
import { NECK_VIEW } from '../tokens.js'

const CHORD_WORDS = /^(chords?|akkorde?|find chord|voicings?)\s+|\s+(chords?|akkorde?|voicings?)$/gi

const NAMED: readonly (readonly [kind: string, names: string])[] = [
  ['', 'major, maj, dur'],
  ['m', 'minor, min, moll'],
  ['7', '7, seventh, dominant, sept, septakkord'],
  ['maj7', 'major 7, major seventh, maj 7'],
  ['m7', 'minor 7, minor seventh, moll 7'],
  ['sus4', 'sus 4, sus, suspended'],
  ['sus2', 'sus 2, suspended 2'],
  ['5', '5, power, power chord'],
  ['add9', 'add 9'],
  ['6', '6, sixth'],
  ['m6', 'minor 6'],
  ['9', '9, ninth'],
  ['m9', 'minor 9'],
  ['maj9', 'major 9'],
  ['dim', 'diminished, vermindert'],
  ['dim7', 'diminished 7'],
  ['m7b5', 'half diminished, halbvermindert'],
  ['aug', 'augmented, übermäßig'],
  ['7sus4', '7 sus 4'],
  ['13', '13'],
]

/** Shortest first: `Gb` is spoken "G flat", which also starts with `G`. */
const ROOTS = TONICS.toSorted((a, b) => a.length - b.length)

export const chordChoices: ChoiceLister = ({ get }) => {
  const { noteNames } = get(NECK_VIEW).getState()
  return ROOTS.flatMap(tonic =>
    NAMED.map(([kind, names]) => ({
      value: tonic + kind,
      label: shownChord(tonic + kind, noteNames),
      words: rootsOf(tonic, noteNames)
        .flatMap(root => names.split(', ').map(name => `${root} ${name}`))
        .join(', '),
    })),
  )
}

const MAJOR = 'C G D A E B F# Db Ab Eb Bb F'.split(' ')
const MINOR = 'A E B F# C# G# D# Bb F C G D'.split(' ')

const DEGREES = 'I II III IV V VI VII'.split(' ')

export const chordsOfKeys: ChoiceLister = ({ get }) => {
  const { noteNames } = get(NECK_VIEW).getState()
  const keys = [
    ...MAJOR.map(tonic => ({
      tonic,
      key: tonic,
      mode: ['', ' major', ' dur'],
      of: Key.majorKey(tonic).triads,
    })),
    ...MINOR.map(tonic => ({
      ...{ tonic, key: `${tonic}m`, mode: ['m', ' minor', ' moll'] },
      of: Key.minorKey(tonic).natural.triads,
    })),
  ]
  return keys.flatMap(({ tonic, key, mode, of }) => {
    const names = rootsOf(tonic, noteNames).flatMap(root => mode.map(each => `in ${root}${each}`))
    return of.map((symbol, at) => {
      const [chord, inKey] = [shownChord(symbol, noteNames), `in ${shownChord(key, noteNames)}`]
      return {
        value: `${chord} ${inKey}`,
        label: `${chord} (${DEGREES[at]} ${inKey})`,
        words: names.join(', '),
      }
    })
  })
}

const rootsOf = (tonic: string, noteNames: NoteNames) =>
  noteNames === 'german' && tonic === 'B' ? ['h'] : [tonic, ...spokenRoot(tonic)]

/** Returns spoken names, such as `F sharp` and `Fis` for F#. */
function spokenRoot(tonic: string): readonly string[] {
  const [letter = '', sign] = tonic
  if (sign === '#') return [`${letter} sharp`, `${letter}is`]
  if (sign !== 'b') return tonic === 'B' ? ['h'] : []
  return [`${letter} flat`, letter === 'A' || letter === 'E' ? `${letter}s` : `${letter}es`]
}

const BEGINS_A_WORD = /^[a-z][hx]?$/i

/** @example askedChord('am7 chord') // 'Am7' */
export function askedChord(query: string): string {
  const symbol = query.trim().replace(CHORD_WORDS, '').trim()
  return symbol.charAt(0).toUpperCase() + symbol.slice(1)
}

export function chordProvider({ get }: PluginContext): PaletteProvider {
  const readChord = (query: string) => {
    const isHere = get(COMMANDS).conditions.getState().route === '/fretboard'
    return isHere && !BEGINS_A_WORD.test(query)
      ? chordTones(askedChord(query), get(NECK_VIEW).getState().noteNames)
      : undefined
  }
  return {
    id: 'fretboard.chords',
    title: 'Chords',
    accepts: query => readChord(query) !== undefined,
    search: query => {
      const read = readChord(query)
      if (!read) return []
      const { noteNames } = get(NECK_VIEW).getState()
      const chord = askedChord(query)
      const title = get(TRANSLATOR).t('fretboard', 'Voicings for {{chord}}', {
        chord: shownChord(read.symbol, noteNames),
      })
      const run = async () => void (await get(COMMANDS).execute('fretboard.find-chord', { chord }))
      return [{ id: read.symbol, title, run }]
    },
  }
}
