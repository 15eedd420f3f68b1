import { describe, expect, it } from 'vitest'
import { PALETTE_PROVIDERS } from '../../../../src/core/commands/palette-provider.js'
import { chordTones, readChord } from '../../../../src/plugins/fretboard/chords/chord-tones.js'
import { askedChord } from '../../../../src/plugins/fretboard/chords/palette-chords.js'
import { CHORD_FINDER } from '../../../../src/plugins/fretboard/internal-tokens.js'
import { fretboardKernel } from '../fakes.js'

const degrees = (symbol: string) =>
  chordTones(symbol)
    ?.tones.map(({ degree }) => degree)
    .join(' ')
const notes = (symbol: string) =>
  chordTones(symbol)
    ?.tones.map(({ name }) => name)
    .join(' ')

/** Ways in which lead sheets and songbooks write a chord, and what is meant. */
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

describe('chord symbols', () => {
  it.each(WRITTEN)('mean %s however they are written: %s …', (meant, ...symbols) => {
    for (const symbol of symbols) expect([symbol, degrees(symbol)]).toEqual([symbol, meant])
  })

  it('keep their spelling, with plain signs and a capital root', () => {
    for (const symbol of ['C13', 'D9sus4', 'Am7/G', 'C-7', 'CΔ7', 'Cø', 'C7(b9,#11)', 'F#m7b5', 'Bbadd9/D'])
      expect(chordTones(symbol)?.symbol).toBe(symbol)
    expect([chordTones('f♯m7♭5')?.symbol, chordTones(' B♭ 7 / d ')?.symbol]).toEqual(['F#m7b5', 'Bb7/D'])
  })

  it('spell their notes by their letters', () => {
    expect([notes('G#7'), notes('Ebm7b5')]).toEqual(['G# B# D# F#', 'Eb Gb Bbb Db'])
    expect(notes('Fbm7b5')).toBe('Fb Abb Cbb Ebb')
  })

  it('are read with German note names where these are chosen', () => {
    const german = (symbol: string) => chordTones(symbol, 'german')?.symbol
    expect('H7 B7 Hm7b5 Fism7 Es As7 Des/As Esus4 Essus4 Asus2 B♭ C/H'.split(' ').map(german).join(' ')).toBe(
      'B7 Bb7 Bm7b5 F#m7 Eb Ab7 Db/Ab Esus4 Ebsus4 Asus2 Bb C/B',
    )
    expect(chordTones('H7')).toBeUndefined()
  })

  it('are read in solfège if selected, and still in English', () => {
    const solfege = (symbol: string) => chordTones(symbol, 'solfege')?.symbol
    const read = (symbols: string) => symbols.split(' ').map(solfege).join(' ')
    expect(read('Lam Sol7 Do#m Sib sim7b5 Ré Faadd9 Domaj7/Mi La♭')).toBe(
      'Am G7 C#m Bb Bm7b5 D Fadd9 Cmaj7/E Ab',
    )
    expect(read('Am Fadd9 Faug Dm7 Bb/D C/Sol')).toBe('Am Fadd9 Faug Dm7 Bb/D C/G')
    expect(chordTones('Lam')).toBeUndefined()
  })

  it('that aren’t understood are reported with the part that isn’t', () => {
    const problem = (symbol: string) => {
      const reading = readChord(symbol)
      return 'problem' in reading ? [reading.problem.code, reading.problem.values.part] : undefined
    }
    expect(problem('Cm7quux/G')).toEqual(['chord_unknown', 'quux'])
    expect(problem('C77')).toEqual(['chord_unknown', '7'])
    expect(problem('Cmaj7(#11')).toEqual(['chord_unknown', '('])
    for (const symbol of ['', '?', 'Zorro', 'H'])
      expect(problem(symbol)).toEqual(['chord_unknown', undefined])
    for (const symbol of ['N.C.', 'NC', 'n.c.']) expect(problem(symbol)?.[0]).toBe('chord_none')
  })
})

describe('a chord that is typed into the palette', () => {
  it.each([
    ['am7', 'Am7'],
    ['G chord', 'G'],
    ['chord F#m7b5', 'F#m7b5'],
    ['Akkord C/E', 'C/E'],
    ['chords', 'Chords'],
  ])('%s means %s', (typed, chord) => expect(askedChord(typed)).toBe(chord))

  it('leads to its voicings on the fretboard page, and to nothing if it isn’t a chord', async () => {
    const { kernel } = await fretboardKernel()
    kernel.commands.setContext('route', '/fretboard')
    const [provider] = kernel.host.extensionsOf(PALETTE_PROVIDERS).getState()
    const ask = async (query: string) => provider?.search(query, new AbortController().signal)
    expect(await ask('tempo')).toEqual([])
    const accepted = ['tempo', 'g', 'ch', 'g chord', 'am'].filter(query => provider?.accepts?.(query))
    expect(accepted).toEqual(['g chord', 'am'])
    expect(await ask('add9')).toEqual([])
    const [result] = (await ask('f#m7b5')) ?? []
    expect(result?.title).toBe('Voicings of F♯m7♭5')
    await result?.run()
    expect(kernel.get(CHORD_FINDER).found.getState()?.chord.symbol).toBe('F#m7b5')
    kernel.commands.setContext('route', '/songs')
    expect(await ask('f#m7b5')).toEqual([])
  })
})
