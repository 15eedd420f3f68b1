import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseNoteName } from '../../../src/music/guitar/note-name.js'
import { openStrings } from '../../../src/music/guitar/tunings.js'
import { chordName } from '../../../src/music/theory/chord-name.js'
import { chordTones, readChord } from '../../../src/music/theory/chord-tones.js'
import { NO_SCALE, spellScale } from '../../../src/music/theory/scale.js'
import { rounds } from '../../support/rounds.js'
import books from './book-chords.json' with { type: 'json' }

const pitchesOf = (notes: string) =>
  notes
    .split(' ')
    .filter(note => note !== '')
    .map(note => parseNoteName(note) ?? Number.NaN)

const named = (notes: string, scale = 'C Major', previous?: number) =>
  chordName(pitchesOf(notes), { scale: spellScale(scale) ?? NO_SCALE, previous })

const GUITAR = openStrings('E2 A2 D3 G3 B3 E4').reverse()
/** Parses note names, or frets such as `x32010` or `8-x-8-9-10-x`, lowest string first. */
const voicing = (text: string) =>
  /[A-G]/.test(text)
    ? pitchesOf(text)
    : (text.includes('-') ? text.split('-') : [...text]).flatMap((fret, index) =>
        fret === 'x' ? [] : [(GUITAR[index] ?? 0) + Number(fret)],
      )

for (const { source, voicings } of books)
  it(`chord names match the chord books: ${source}`, () => {
    const found = voicings.map(([notes = '']) => [notes, chordName(voicing(notes), { scale: NO_SCALE }).name])
    expect(found).toEqual(voicings)
  })

it('transposing a chord changes only the root in its name', () => {
  const rootless = ({ name }: ReturnType<typeof chordName>) => name.replace(/[A-G][b#]*/g, '')
  fc.assert(
    fc.property(
      fc.constantFrom(...books.flatMap(({ voicings }) => voicings)),
      fc.integer({ min: -11, max: 11 }),
      ([notes = ''], by) => {
        const pitches = voicing(notes)
        const moved = pitches.map(pitch => pitch + by)
        const context = { scale: NO_SCALE }
        expect(rootless(chordName(moved, context))).toBe(rootless(chordName(pitches, context)))
      },
    ),
    rounds(1000),
  )
})

it('every chord symbol in the chord books contains the notes of its voicing', () => {
  const unread = books
    .flatMap(({ voicings }) => voicings)
    .filter(([notes = '', name = '']) => {
      const tones = chordTones(name)?.tones.map(({ pitchClass }) => pitchClass) ?? []
      return name !== '' && !voicing(notes).every(pitch => tones.includes(pitch % 12))
    })
  expect(unread).toEqual([])
})

it('the inversion is determined by the lowest chord tone', () => {
  const inversions = ['C3 E3 G3', 'E3 G3 C4', 'G3 C4 E4', 'F3 G3 B3 D4', 'G2 F3 A3 C4', 'B2 F3 A3 C4 E4']
  expect(inversions.map(notes => named(notes).inversion)).toEqual([0, 1, 2, 3, undefined, undefined])
})

it('notes are spelled in the selected scale, or conventionally if the chord is outside it', () => {
  const spelled = (notes: string, scale?: string) => {
    const { name, tones } = named(notes, scale)
    return [name, tones.map(tone => tone.name).join(' ')]
  }
  expect(spelled('Db3 F3 Ab3', 'Ab Major')).toEqual(['Db', 'Db F Ab'])
  expect(spelled('C#3 F3 G#3', 'C# Major')).toEqual(['C#', 'C# E# G#'])
  expect(spelled('C3 D#3 G3 A#3')).toEqual(['Cm7', 'C Eb G Bb'])
  expect(spelled('Db3 E3 Ab3 B3')).toEqual(['C#m7', 'C# E G# B'])
  expect([spelled('Db3 E3 G3 Bb3')[0], spelled('F#3 Bb3 C#4', 'Db Major')[0]]).toEqual(['C#dim7', 'Gb'])
})

it('a chord name uses the same accidentals as its notes', () => {
  const written = (notes: string) =>
    chordName(pitchesOf(notes), {
      scale: NO_SCALE,
      written: new Map(
        notes.split(' ').map(note => [(parseNoteName(note) ?? 0) % 12, note.replace(/\d/, '')]),
      ),
    })
  expect([written('G#3 B#3 D#4 F#4').name, written('Gb3 Bb3 Db4').name]).toEqual(['G#7', 'Gb'])
  expect([written('Gb3 Bb3 Db4 Fb4').name, written('A#3 C##4 E#4').name]).toEqual(['Gb7', 'A#'])
  expect([written('Bb3 Db4 E4 G4').name, written('D#3 G3 A#3').name]).toEqual(['Bbdim7', 'Eb'])
})

it('a chord has at most two alternative names', () => {
  expect(named('C3 E3 G3 A3')).toMatchObject({ name: 'C6', alternatives: ['Am7/C'] })
  expect(named('G2 F3 A3 C4')).toMatchObject({ name: 'F/G', alternatives: ['G9sus4'] })
  expect(named('C3 E3 G3')).toMatchObject({ name: 'C', alternatives: [] })
  // Alternatives use the same accidentals as the first name.
  expect(named('F#3 A#3 C#4 D#4')).toMatchObject({ name: 'F#6', alternatives: ['D#m7/F#'] })
})

it.each([
  ['G2', 'G', undefined],
  ['G2 G3', 'G', 'Octave'],
  ['E2 B2 E3', 'E5', undefined],
  ['G2 C3 G3', 'C5/G', undefined],
  ['C3 G3', 'C5', 'Perfect fifth'],
  ['G3 C4', '', 'Perfect fourth'],
  ['C3 E4 C5', '', 'Major third'],
  ['E3 C4', '', 'Minor sixth'],
])('the notes %s are named “%s” with the interval %s', (notes, name, interval) => {
  expect(named(notes)).toMatchObject({ name, interval })
})

it('an empty selection and a note cluster have no chord name', () => {
  expect(named('').name).toBe('')
  expect(named('C3 Db3 D3 Eb3 E3')).toMatchObject({ name: '', inversion: undefined })
})

const degrees = (symbol: string) =>
  chordTones(symbol)
    ?.tones.map(({ degree }) => degree)
    .join(' ')
const notes = (symbol: string) =>
  chordTones(symbol)
    ?.tones.map(({ name }) => name)
    .join(' ')

/** Chord symbols found in lead sheets and songbooks, grouped by the chord’s degrees. */
const WRITTEN: readonly [degrees: string, ...symbols: string[]][] = [
  ['1 3 5', 'C', 'CM', 'Cmaj', 'C major', '(C)', 'c'],
  ['1 b3 5', 'Cm', 'C-', 'Cmin', 'Cmi', 'C minor'],
  ['1 b3 b5', 'Cdim', 'C°', 'Co', 'Cm(b5)', 'Cm-5'],
  ['1 3 #5', 'C+', 'Caug', 'C(#5)', 'C+5'],
  ['1 3 5 7', 'Cmaj7', 'CMaj7', 'CM7', 'CMA7', 'Cma7', 'CΔ', 'CΔ7', 'C△7', 'C^7', 'Cj7', 'C7M'],
  ['1 3 5 b7', 'C7', 'Cdom7', 'Cdom'],
  ['1 b3 5 b7', 'Cm7', 'C-7', 'Cmin7', 'Cmi7', 'CMI7'],
  ['1 b3 5 7', 'Cm(maj7)', 'CmM7', 'C-Δ7', 'C-Δ', 'Cm(#7)', 'Cm/maj7', 'CmMaj7'],
  ['1 b3 b5 b7', 'Cm7b5', 'Cm7(b5)', 'Cø', 'Cø7', 'C-7b5', 'C-7-5', 'Cm7♭5', 'Ch7', 'Chalfdim7'],
  ['1 b3 b5 bb7', 'Cdim7', 'C°7', 'Co7'],
  ['1 b3 b5 7', 'Cdim(maj7)', 'C°maj7'],
  ['1 3 #5 b7', 'C7#5', 'C+7', 'Caug7', 'C7+', 'C7+5', 'C7(#5)'],
  ['1 3 #5 7', 'Cmaj7#5', 'C+M7', 'CΔ+5'],
  ['1 3 b5 b7', 'C7b5', 'C7(b5)', 'C7-5'],
  ['1 3 5 6', 'C6', 'CM6', 'Cadd6'],
  ['1 3 5 6 9', 'C6/9', 'C69', 'C6(9)', 'C6add9'],
  ['1 b3 5 6', 'Cm6', 'C-6'],
  ['1 b3 5 6 9', 'Cm6/9', 'Cm69'],
  ['1 3 5 9', 'Cadd9', 'CMadd9', 'C(add9)', 'C(9)', 'C/9'],
  ['1 b3 5 9', 'Cmadd9', 'Cm(add9)', 'Cm(add 9)'],
  ['1 3 5 11', 'Cadd11', 'C(add11)'],
  ['1 3 5 b7 9', 'C9', 'C7(9)', 'C7/9', 'C7add9'],
  ['1 b3 5 b7 9', 'Cm9', 'C-9', 'Cmin9'],
  ['1 3 5 7 9', 'Cmaj9', 'CΔ9', 'CM9', 'Cmaj7(9)'],
  ['1 b3 5 b7 9 11', 'Cm11', 'C-11'],
  ['1 3 5 b7 9 13', 'C13'],
  ['1 3 5 b7 13', 'C7(13)', 'C7/13'],
  ['1 3 5 b7 9 #11 13', 'C13#11', 'C13(#11)'],
  ['1 3 5 7 #11', 'Cmaj7#11', 'Cmaj7(#11)', 'CΔ7(#11)', 'CΔ(♯11)'],
  ['1 3 5 b7 b9', 'C7b9', 'C7(b9)', 'C7-9', 'C7(♭9)'],
  ['1 3 5 b7 #9', 'C7#9', 'C7(#9)', 'C7+9'],
  ['1 3 5 b7 b9 #11', 'C7b9#11', 'C7(b9,#11)', 'C7(b9 #11)', 'C7(b9)(#11)'],
  ['1 3 5 b7 b9 b13', 'C7b9b13', 'C7(b9,b13)'],
  ['1 3 #5 b7 #9', 'C7#5#9', 'C7(#5,#9)', 'C+7#9'],
  ['1 3 5 b7 b9 13', 'C13b9', 'C13(b9)'],
  ['1 3 b5 #5 b7 b9 #9', 'C7alt', 'Calt', 'C7(alt)'],
  ['1 4 5', 'Csus', 'Csus4', 'C4'],
  ['1 2 5', 'Csus2', 'C2'],
  ['1 2 4 5', 'Csus2/4', 'Csus24'],
  ['1 4 5 b7', 'C7sus4', 'C7sus', 'Csus7'],
  ['1 4 5 b7 9', 'C9sus4', 'C9sus', 'Csus9'],
  ['1 4 5 b7 b9', 'C7b9sus4', 'C7sus4(b9)'],
  ['1 5', 'C5', 'C(no3)', 'C(omit3)'],
  ['1 3 b7', 'C7(no5)', 'C7no5th'],
]

it.each(WRITTEN)('symbols for the degrees %s are parsed: %s …', (meant, ...symbols) => {
  for (const symbol of symbols) expect([symbol, degrees(symbol)]).toEqual([symbol, meant])
})

it('parsing keeps the notation of a symbol but normalizes accidentals and the root’s case', () => {
  for (const symbol of ['C13', 'D9sus4', 'Am7/G', 'C-7', 'CΔ7', 'Cø', 'C7(b9,#11)', 'F#m7b5', 'Bbadd9/D'])
    expect(chordTones(symbol)?.symbol).toBe(symbol)
  expect([chordTones('f♯m7♭5')?.symbol, chordTones(' B♭ 7 / d ')?.symbol]).toEqual(['F#m7b5', 'Bb7/D'])
})

it('chord tones use one letter per degree', () => {
  expect([notes('G#7'), notes('Ebm7b5')]).toEqual(['G# B# D# F#', 'Eb Gb Bbb Db'])
  expect(notes('Fbm7b5')).toBe('Fb Abb Cbb Ebb')
})

it('German note names are parsed if selected', () => {
  const german = (symbol: string) => chordTones(symbol, 'german')?.symbol
  expect('H7 B7 Hm7b5 Fism7 Es As7 Des/As Esus4 Essus4 Asus2 B♭ C/H'.split(' ').map(german).join(' ')).toBe(
    'B7 Bb7 Bm7b5 F#m7 Eb Ab7 Db/Ab Esus4 Ebsus4 Asus2 Bb C/B',
  )
  expect(chordTones('H7')).toBeUndefined()
})

it('solfège and English note names are parsed if solfège is selected', () => {
  const solfege = (symbol: string) => chordTones(symbol, 'solfege')?.symbol
  const read = (symbols: string) => symbols.split(' ').map(solfege).join(' ')
  expect(read('Lam Sol7 Do#m Sib sim7b5 Ré Faadd9 Domaj7/Mi La♭')).toBe(
    'Am G7 C#m Bb Bm7b5 D Fadd9 Cmaj7/E Ab',
  )
  expect(read('Am Fadd9 Faug Dm7 Bb/D C/Sol')).toBe('Am Fadd9 Faug Dm7 Bb/D C/G')
  expect(chordTones('Lam')).toBeUndefined()
})

it('a symbol that cannot be parsed is reported with the invalid part', () => {
  const problem = (symbol: string) => {
    const reading = readChord(symbol)
    return 'problem' in reading ? [reading.problem.code, reading.problem.values.part] : undefined
  }
  expect(problem('Cm7quux/G')).toEqual(['chord_unknown', 'quux'])
  expect(problem('C77')).toEqual(['chord_unknown', '7'])
  expect(problem('Cmaj7(#11')).toEqual(['chord_unknown', '('])
  for (const symbol of ['', '?', 'Zorro', 'H']) expect(problem(symbol)).toEqual(['chord_unknown', undefined])
  for (const symbol of ['N.C.', 'NC', 'n.c.']) expect(problem(symbol)?.[0]).toBe('chord_none')
})
