import { beforeEach, expect, it } from 'vitest'
import { SONG_READER, type SongReader } from '../../../src/plugins/midi-file/tokens.js'
import { MIDI_PLUGINS } from '../../../src/plugins/midi-plugins.js'
import { isAbc } from '../../../src/plugins/score-files/recognize.js'
import { openKernel } from '../../support/open-kernel.js'

// Expected values are worked out by hand from https://abcnotation.com/wiki/abc:standard:v2.1.

const bytesOf = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string) =>
  Uint8Array.from([...text].flatMap(letter => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]))
const latin1 = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0))
const MNEMONICS = String.raw`T:Caf\'e \"uber \~n \ss \cc \aa \/o 50\% \u00e9 % remark`

let reader: SongReader
beforeEach(async () => {
  const { kernel } = await openKernel({ plugins: MIDI_PLUGINS, activate: ['midi-file'], midi: 'none' })
  reader = kernel.get(SONG_READER)
})

const HEADER = 'X:1\nT:t\nM:4/4\nL:1/4\nQ:1/4=120\nK:C\n'

/** Reads ABC text; defaults to quarter notes, 4/4 and C major. */
const read = (text: string | Uint8Array) =>
  reader.read(typeof text === 'string' ? bytesOf(/^X:/m.test(text) ? text : HEADER + text) : text, 'tune.abc')

/** Returns `pitch@onset+length` of each note in quarter notes. */
async function played(text: string): Promise<string> {
  const { song } = await read(text)
  const quarters = (ticks: number) => Math.round((ticks / song.header.ppq) * 100) / 100
  return song.tracks
    .flatMap(({ notes }) => notes)
    .map(({ midi, ticks, durationTicks }) => ({ midi, at: quarters(ticks), length: quarters(durationTicks) }))
    .sort((a, b) => a.at - b.at || a.midi - b.midi)
    .map(({ midi, at, length }) => `${midi}@${at}+${length}`)
    .join(' ')
}

/** Returns pitches in playing order. */
const pitches = async (text: string) => (await played(text)).replace(/@\S+/g, '')

it.each([
  ['follow the file header', '%abc-2.1\nL:1/4\n\nnot music\n\nX:1\nK:C\nCD|', '60@0+1 62@1+1'],
  ['follow the unit', 'C C/ C// C3/2 C3/4|', '60@0+1 60@1+0.5 60@1.5+0.25 60@1.75+1.5 60@3.25+0.75'],
  ['are joined by ties if they exceed single note values', 'C5 D3|', '60@0+5 62@5+3'],
  ['change with the unit inside a tune', 'C[L:1/8]CC|\nL:1/2\nC|', '60@0+1 60@1+0.5 60@1.5+0.5 60@2+2'],
  ['are dotted by broken rhythm', 'C>D E<<F|', '60@0+1.5 62@1.5+0.5 64@2+0.25 65@2.25+1.75'],
  ['are dotted between chords and rests', '[CE]>D z<F|', '60@0+1.5 64@0+1.5 62@1.5+0.5 65@2.5+1.5'],
  ['follow the first note of a chord', '[C2E]/[DF]2|', '60@0+1 64@0+1 62@1+2 65@1+2'],
  ['keep their ratios in tuplets', '(3F>GA C|', '65@0+1 67@1+0.33 69@1.33+0.67 60@2+1'],
  [
    'follow tuplets written as p:q:r',
    '(3:2:4C2DEF2|G',
    '60@0+1.33 62@1.33+0.67 64@2+0.67 65@2.67+1.33 67@4+1',
  ],
  ['follow tuplets written as p::r', '(3::2CDE|', '60@0+0.67 62@0.67+0.67 64@1.33+1'],
  ['follow quintuplets in 6/8', '[M:6/8](5::2CDA|', '60@0+0.6 62@0.6+0.6 69@1.2+1'],
  ['follow quintuplets in 4/4', '(5CDEFG|', '60@0+0.4 62@0.4+0.4 64@0.8+0.4 65@1.2+0.4 67@1.6+0.4'],
  ['are halved by staccato', '.C.C!staccato!C|', '60@0+0.5 60@1+0.5 60@2+0.5'],
  ['are extended by ties', 'C-C D2-|D2 [EG]-[EA]|', '60@0+2 62@2+4 64@6+2 67@6+1 69@7+1'],
  ['are extended by ties between decorations', '!f!C2-!p!C2|', '60@0+4'],
  ['are extended by ties in overlays', 'C4-&E4-|C4&E4|', '60@0+8 64@0+8'],
  ['are extended by ties into each ending', '|:C4-|1C4:|2C2D2|]', '60@0+8 60@8+6 62@14+2'],
  ['include rests and invisible rests but not spacers', 'C z x y C|Z2|D|', '60@0+1 60@3+1 62@12+1'],
  ['determine the length of short bars', 'C|D E|F|', '60@0+1 62@1+1 64@2+1 65@3+1'],
  ['default to sixteenths below 3/4', 'X:1\nM:2/4\nK:C\nC4|', '60@0+1'],
  ['default to eighths from 3/4 on', 'X:1\nM:3/4\nK:C\nC4|', '60@0+2'],
  ['are read in overlays', 'C2D2&E4|F4|', '60@0+2 64@0+4 62@2+2 65@4+4'],
  ['are read in overlays of two bars', 'C4|D4&&E4|F4|G4|', '60@0+4 64@0+4 62@4+4 65@4+4 67@8+4'],
])('ABC note lengths %s', async (_, text, expected) => expect(await played(text)).toBe(expected))

it.each([
  ['have octaves', "C,, C, C c c' c''|", '36 48 60 72 84 96'],
  ['keep their accidentals to the end of the bar', '^F F f|F __B ^^c =B|', '66 66 78 65 69 74 71'],
  ['keep accidentals by octave on request', 'I:propagate-accidentals octave\n^F F f|', '66 66 77'],
  ['keep accidentals for one note on request', 'I:propagate-accidentals not\n^F F|', '66 65'],
  ['keep accidentals through ties', '^F4-|F2 F2|', '66 65'],
  ['follow keys', '[K:D]FC[K:Am]F[K:Bb]BE|[K:F#m]FG[K:Emix]C|', '66 61 65 70 63 66 68 61'],
  ['follow modes', '[K:Ddor]BF|[K:G lydian]C|[K:Ephr]F|[K:Bloc]B|[K:E Aeolian]F|', '71 65 61 65 71 66'],
  [
    'follow accidentals of the key field',
    '[K:D =c]FC|[K:D exp _b ^f]FCB|[K:Hp]FCG|[K:none]F|',
    '66 60 66 60 70 66 61 67 65',
  ],
  [
    'follow clefs, forwards and back',
    '[K:treble+8]C|[K:clef=treble-8]C|[K:bass]C|[K:octave=1]C|',
    '72 48 60 72',
  ],
  ['follow voices', 'V:1 treble-8\nC|\nV:1 treble\nC|\nV:1 transpose=2\nC|\nV:1 middle=d\nC|', '48 60 62 62'],
  ['follow MIDI transpose', '%%MIDI transpose -12\nC|', '48'],
  ['sound together in chords', '[C^EG]c|', '60 65 67 72'],
  ['include grace notes', 'C{/d}C{ef}D|', '60 74 60 76 77 62'],
  ['ignore chord names and annotations', '"Am"C"^Cello"D|', '60 62'],
  ['are read with decorations', '.C!trill!D~E !>!F TG !fermata!A +turn+B uc|', '60 62 64 65 67 69 71 72'],
  ['are read with macros and symbols', 'X:1\nU:n=!staccato!\nm:~C2=CDC\nK:C\nnE ~C2|', '64 60 62 60'],
])('ABC pitches %s', async (_, text, expected) => expect(await pitches(text)).toBe(expected))

it.each([
  ['repeat from the beginning', 'C|D:|E|', '60 62 60 62 64'],
  ['repeat from a double bar', 'C|D||E|F:|G|', '60 62 64 65 64 65 67'],
  ['repeat from the end of a repeat', 'C:|D|E:|', '60 60 62 64 62 64'],
  ['repeat on both sides', '|:C::D:|:E:|', '60 60 62 62 64 64'],
  ['repeat three times', '|::C::|D|', '60 60 60 62'],
  ['have endings', '|:C|1D:|2E|]F|', '60 62 60 64 65'],
  ['have endings with brackets', '|:C|[1 D:|[2 E||F:|', '60 62 60 64 65 65'],
  ['have two endings that both repeat', 'C|1 D:|2 E:|F|1 G:|2 A:|', '60 62 60 64 65 67 65 69'],
  ['have endings in lists and ranges', '|:C|[1,3 D:|[2 E:|[4 F|]', '60 62 60 64 60 62 60 65'],
  ['follow the order of parts', 'X:1\nP:A(BA)2\nK:C\nC|\nP:A\nD|\nP:B\nE|', '60 62 64 62 64 62'],
  ['jump to the beginning and end', 'C|D!fine!|E!D.C.!|', '60 62 64 60 62'],
  ['jump to the sign and the coda', 'C|!segno!D|E!coda!|F!D.S.!|!coda!G|]', '60 62 64 65 62 64 67'],
  ['jump by words', 'C|!segno!D|E!fine!|F!D.S. al Fine!|', '60 62 64 65 62 64'],
  ['jump with a sign at each end of the coda', 'C|D!dacoda!|E!D.C.alcoda!|!coda!F|', '60 62 64 60 62 65'],
])('ABC bars %s', async (_, text, expected) => expect(await pitches(text)).toBe(expected))

it.each([
  ['in its header', 'X:1\nQ:3/8=60\nK:C\nC8|', '0:90'],
  ['of several beats', 'X:1\nQ:1/4 3/8=40\nK:C\nC8|', '0:100'],
  ['in units', 'X:1\nL:1/8\nQ:120\nK:C\nC8|', '0:60'],
  ['with words around it', 'X:1\nQ:"Slow" 1/4=72.5 "ish"\nK:C\nC8|', '0:72.5'],
  ['of words alone', 'X:1\nQ:"Allegro"\nK:C\nC8|', '0:126'],
  ['within a bar', 'C2[Q:1/2=40]D2|', '0:120 2:80'],
  ['in a voice', 'V:1\nC4|[Q:1/4=60]C4|\nV:2\nE4|E4|', '0:120 4:60'],
])('an ABC tune has a tempo %s', async (_, text, expected) => {
  const { ppq, tempos } = (await read(text)).song.header
  const found = tempos.map(({ ticks, bpm }) => `${ticks / ppq}:${Math.round(bpm * 10) / 10}`)
  expect(found.join(' ')).toBe(expected)
})

it('an ABC tune can change its meter and key', async () => {
  const { song } = await read('C4|\nM:3/4\nK:Am\nC3|[M:C|][K:Eb]C4|[M:2+3/8]C5/|[M:6/8]C3|')
  const { ppq, timeSignatures, keySignatures } = song.header
  const meters = timeSignatures.map(each => `${each.ticks / ppq}:${each.timeSignature.join('/')}`)
  expect(meters.join(' ')).toBe('0:4/4 4:3/4 7:2/2 11:5/8 13.5:6/8')
  // `key` is the major key with the same signature, so A minor is stored as `C minor`.
  const keys = keySignatures.map(each => `${each.ticks / ppq}:${each.key} ${each.scale}`)
  expect(`${keys}`).toBe('0:C major,4:C minor,7:Eb major')
})

it.each([
  ['UTF-8 with a byte order mark', bytesOf('\ufeffX:1\r\nT:Grüße\r\nT:Other\r\nK:C\r\nC|\r\n'), 'Grüße'],
  ['UTF-16', utf16('\ufeffX:1\nT:Grüße\nK:C\nC|'), 'Grüße'],
  ['old Mac lines', bytesOf('X:1\rT:Grüße\rK:C\rC|\r'), 'Grüße'],
  ['Latin-1', latin1('X:1\nT:Grüße\nK:C\nC|\n'), 'Grüße'],
  ['a Windows code page', latin1('X:1\nT:L\u0092été\nK:C\nC|\n'), 'L’été'],
  ['a named encoding', latin1('%%abc-charset iso-8859-2\nX:1\nT:\u00b1\nK:C\nC|'), 'ą'],
  ['mnemonics', bytesOf(`X:1\n${MNEMONICS}\nK:C\nC|`), 'Café über ñ ß ç å ø 50% é'],
  ['entities', bytesOf('X:1\nT:&eacute;&copy;&#233;&#xE9;&szlig;&Ccedil; A & B\nK:C\nC|'), 'é©ééßÇ A & B'],
])('an ABC tune’s title is read from %s', async (_, bytes, name) =>
  expect((await read(bytes)).song.header.name).toBe(name),
)

it('each ABC voice becomes a track with its name, program and channel', async () => {
  const { song } = await read(
    `${HEADER}V:1 name="Flute"\n%%MIDI program 73\nV:2 bass\n%%MIDI program 32\nV:D clef=perc\n%%MIDI channel 10\n%%MIDI drummap F 36\n[V:1]C|D|[V:2]C,|[V:D]F|]`,
  )
  const found = song.tracks.map(({ notes, instrument, channel }) => [
    notes[0]?.midi,
    instrument.number,
    channel === 9,
  ])
  expect([`${found}`, song.tracks[0]?.name]).toEqual(['60,73,false,48,32,false,36,0,true', 'Flute'])
})

it('an ABC tune’s score includes chord names, annotations and lyrics', async () => {
  const { song } = await read('"Am"C2"^slow"D2|E4|[FA]4|\nw: one two~too * four\nw: 2\n')
  const score = JSON.stringify(song.score)
  for (const part of ['"chordid":"Am"', '"text":"slow"', '"lyrics":["one","2"]', '"lyrics":["four"]'])
    expect(score).toContain(part)
})

it('only the first tune in an ABC book is opened, and the number of tunes is reported', async () => {
  const { song, notes } = await read(`${HEADER}C|\n\nX:2\nT:Other\nK:C\nC|\n`)
  expect(song.header.name).toBe('t')
  expect(notes).toMatchObject([
    { sentence: 'This file contains {{number}} tunes. Only the first was opened.', values: { number: 2 } },
  ])
})

it('the first ABC bar whose voices differ in length is reported', async () => {
  expect((await read('V:1\nC4|D4|\nV:2\nE4|F3|')).notes).toMatchObject([{ values: { bar: 2 } }])
})

it('an ABC tune is recognized by its content, regardless of the file name', async () => {
  expect((await reader.read(bytesOf(`${HEADER}C|`), 'tune.txt')).song.tracks).toHaveLength(1)
  expect(isAbc(bytesOf('e|--0--|\nB|--1--|\n'))).toBe(false)
  expect(isAbc(bytesOf('<score-partwise/>'))).toBe(false)
})

it.each([
  ['contains prose', 'abc_no_tune', 'Dear diary,'],
  ['has a head without notes', 'abc_no_tune', 'X:1\nT:Nothing\nK:C\n'],
  ['contains only rests', 'abc_no_tune', 'X:1\nK:C\nz4|z4|\n'],
  ['is too large', 'abc_too_large', `X:1\nK:C\n${'CDEF|\n'.repeat(400_000)}`],
])('an .abc file that %s is rejected with %s', async (_, code, text) => {
  await expect(reader.read(bytesOf(text), 'tune.abc')).rejects.toMatchObject({ code })
})

it('ABC composer and transcriber become artist and arranger', async () => {
  const { song } = await read('X:1\nT:Jig\nC:Trad.\nZ:Ann\nK:C\nCDEF|')
  expect(song.header).toMatchObject({ name: 'Jig', artist: 'Trad.', arranger: 'Ann' })
})
