/** Expected values follow MusicXML 4.0: https://www.w3.org/2021/06/musicxml40/ */
import { strFromU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import type { Song } from '../../../src/music/song/song.js'
import { readChecked } from '../../../src/plugins/score-files/reading/read-score.js'
import { isMusicXml } from '../../../src/plugins/score-files/recognize.js'
import { writeScore } from '../../../src/plugins/score-files/writing/write-score.js'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const ATTRIBUTES =
  '<attributes><divisions>4</divisions><time><beats>4</beats><beat-type>4</beat-type></time></attributes>'

/** Notes such as `C4 D#5*2`, with lengths in quarter notes. `r` is a rest; `+` adds to the previous chord. */
const notes = (text: string, more = ''): string =>
  text
    .split(' ')
    .map(word => {
      const [, sign, step, alter, octave, times = '1'] =
        /^(\+?)([A-Gr])([#b]?)(\d?)(?:\*([\d.]+))?$/.exec(word) ?? []
      const by = alter === '' ? '' : `<alter>${alter === '#' ? 1 : -1}</alter>`
      const pitch =
        step === 'r' ? '<rest/>' : `<pitch><step>${step}</step>${by}<octave>${octave}</octave></pitch>`
      return `<note>${sign ? '<chord/>' : ''}${pitch}<duration>${Number(times) * 4}</duration>${more}</note>`
    })
    .join('')

/** Builds a document with one part whose attributes are in the first measure. */
function document(measures: readonly string[], head = ''): string {
  const content = measures.map(
    (text, index) => `<measure number="${index + 1}">${index === 0 ? ATTRIBUTES : ''}${text}</measure>`,
  )
  return `<score-partwise version="4.0"><part-list><score-part id="P1"><part-name>Part</part-name>${head}</score-part></part-list>
    <part id="P1">${content.join('')}</part></score-partwise>`
}

async function read(text: string) {
  const { song, remarks = [] } = await readChecked(bytesOf(text))
  return { ...(song as Song), remarks }
}

/** Returns `pitch@onset+length` of each note in quarter notes. */
async function played(text: string): Promise<string> {
  const { tracks } = await read(text)
  const all = tracks.flatMap(track => track.notes)
  const quarters = (ticks: number) => Number((ticks / 960).toFixed(3))
  return all
    .sort((a, b) => a.ticks - b.ticks || a.midi - b.midi)
    .map(({ midi, ticks, durationTicks }) => `${midi}@${quarters(ticks)}+${quarters(durationTicks)}`)
    .join(' ')
}

const sound = (attributes: string, inner = '') => `<sound ${attributes}>${inner}</sound>`
const words = (text: string) =>
  `<direction><direction-type><words>${text}</words></direction-type></direction>`
const ending = (number: string, type: string) =>
  `<barline><ending number="${number}" type="${type}"/></barline>`
const BACK = '<barline><repeat direction="backward"/></barline>'
const voiced = (text: string, voice: number) => notes(text, `<voice>${voice}</voice>`)
const BAR_REST = '<note><rest measure="yes"/><duration>16</duration></note>'
const tie = (type: string) => `<tie type="${type}"/>`
const backup = (quarters: number) => `<backup><duration>${quarters * 4}</duration></backup>`
const attributes = (content: string) => `<attributes>${content}</attributes>`
const repeated = (type: string, bars = '') =>
  attributes(`<measure-style><measure-repeat type="${type}">${bars}</measure-repeat></measure-style>`)
const OCTAVE_DOWN = attributes(
  '<transpose><chromatic>0</chromatic><octave-change>-1</octave-change></transpose>',
)
/** Builds a note in a voice at one end of a tie. */
const tied = (type: string, text: string, voice: number) =>
  voiced(text, voice).replace('<voice', `${tie(type)}<voice`)
const during = (number: string, text: string, type = 'stop') =>
  ending(number, 'start') + text + ending(number, type)
const tiedSign = (type: string) => notes('C4*4', `<notations><tied type="${type}"/></notations>`)
const STOPPED = notes('C4*4', tie('stop'))
const HALF = '<note><pitch><step>C</step><octave>4</octave></pitch><type>half</type><dot/></note>'
const LATER = '<forward><duration>8</duration></forward>'
const SHORTER = ATTRIBUTES.replace('>4</beats', '>3</beats')
const EIGHTHS = attributes('<divisions>8</divisions>')
const sign = (name: string) => `<direction><direction-type><${name}/></direction-type></direction>`

it.each([
  ['shorter notes in a chord', [notes('C4*4 +E4*2')], '60@0+4 64@0+2'],
  ['a tie across voices', [tied('start', 'C4*2', 1) + tied('stop', 'C4*2', 2)], '60@0+4'],
  [
    'a tie back to an earlier voice',
    [voiced('r*2', 1) + tied('stop', 'C4*2', 1) + backup(4) + tied('start', 'C4*2', 2)],
    '60@0+4',
  ],
  ['a tie without a <tie> element', [tiedSign('start'), tiedSign('stop')], '60@0+8'],
  [
    'a tie into each ending',
    [notes('C4*4', tie('start')), during('1', STOPPED) + BACK, during('2', STOPPED)],
    '60@0+8 60@8+8',
  ],
  ['grace notes but no cue notes', [notes('D4', '<grace/><cue/>') + notes('C4*4')], '60@0+4'],
  ['a voice that begins later', [voiced('C4*4', 1) + backup(4) + LATER + voiced('E4*2', 2)], '60@0+4 64@2+2'],
  ['a bar rest without a duration', ['<note><rest measure="yes"/></note>', notes('C4*4')], '60@4+4'],
  ['a rest longer than its bar', [notes('C4*4'), SHORTER + BAR_REST, notes('C4*3')], '60@0+4 60@7+3'],
  ['a note type without a duration', [HALF + notes('D4')], '60@0+3 62@3+1'],
  ['quarter tones', [notes('C4*4').replace('<octave>', '<alter>0.5</alter><octave>')], '60@0+4'],
  ['divisions that change', [notes('C4') + EIGHTHS + notes('D4*2')], '60@0+1 62@1+1'],
  ['a transposition by octaves', [OCTAVE_DOWN + notes('C4*4')], '48@0+4'],
  [
    'a sign that repeats two bars',
    [notes('C4*4'), notes('D4*4'), repeated('start', '2'), BAR_REST, repeated('stop') + notes('E4*4')],
    '60@0+4 62@4+4 60@8+4 62@12+4 64@16+4',
  ],
])('a MusicXML song plays %s', async (_, measures, expected) =>
  expect(await played(document(measures))).toBe(expected),
)

const four = ['C4*4', 'D4*4', 'E4*4', 'F4*4'].map(text => notes(text))
const [c = '', d = '', e = '', f = ''] = four
const TO_CODA = sound('tocoda="1"')
const THRICE = BACK.replace('/>', ' times="3"/>')
it.each([
  ['an ending for several passes', [c, during('1, 2', d) + THRICE, during('3', e)], '1 2 1 2 1 3'],
  ['endings as a range', [c, during('1-2', d) + BACK, during('3', e, 'discontinue'), f], '1 2 1 2 1 3 4'],
  ['D.C. al Fine in words', [c, d + words('Fine'), e + words('D.C. al Fine')], '1 2 3 1 2'],
  [
    'D.S. al Coda in words',
    [c, words('<!-- -->Segno') + d, e + words('To Coda'), f + words('D.S. al Coda'), words('Coda') + c],
    '1 2 3 4 2 3 5',
  ],
  [
    'segno and coda signs alone',
    [c, sign('segno') + d + sign('coda'), e + words('D.S. al Coda'), sign('coda') + f],
    '1 2 3 2 4',
  ],
  [
    'signs with different names',
    [c + TO_CODA, d + sound('dacapo="yes"'), sound('coda="coda"') + e],
    '1 2 1 3',
  ],
  ['Fine without a jump', [c + sound('fine="yes"'), d], '1 2'],
])('MusicXML bars are played in the order given by %s', async (_, measures, order) => {
  expect((await read(document(measures))).score?.bars.map(({ bar }) => bar + 1).join(' ')).toBe(order)
})

const metronome = (content: string) =>
  `<direction><direction-type><metronome>${content}</metronome></direction-type></direction>`
const unit = (name: string, rest = '') => `<beat-unit>${name}</beat-unit>${rest}`
const each = (number: string) => `<per-minute>${number}</per-minute>`
const TIED = `<beat-unit-tied>${unit('eighth')}</beat-unit-tied>`
it.each([
  ['a half with a dot', metronome(unit('half', '<beat-unit-dot/>') + each('40')) + c, [120]],
  ['a half tied to an eighth', metronome(unit('half', TIED) + each('40')) + c, [100]],
  ['an approximate number', metronome(unit('quarter') + each('c. 96')) + c, [96]],
  [
    'a unit equal to an earlier unit',
    sound('tempo="60"') + notes('C4*2') + metronome(unit('quarter') + unit('half')) + notes('C4*2'),
    [60, 120],
  ],
  ['a zero value, which is ignored', sound('tempo="0"') + c, []],
  [
    'a sound element without the offset of its direction',
    notes('C4*2') +
      metronome('').replace('</direction>', `<offset>-8</offset>${sound('tempo="60"')}</direction>`) +
      notes('C4*2'),
    [120, 60],
  ],
])('a MusicXML song gets the tempo of %s', async (_, measure, expected) => {
  const { header } = await read(document([measure]))
  const tempos = header.tempos.map(({ bpm }) => bpm)
  expect(expected.length > 0 ? tempos : tempos.filter(bpm => bpm !== 120)).toEqual(expected)
})

it('each instrument of a MusicXML part gets its program, and drums get their keys', async () => {
  const instrument = (id: string, midi: string) =>
    `<score-instrument id="${id}"/><midi-instrument id="${id}">${midi}</midi-instrument>`
  const winds = instrument('a', '<midi-program>74</midi-program>').replace(
    '<midi',
    `${'<score-instrument id="b"/>'}<midi`,
  )
  const both = `${winds}<midi-instrument id="b"><midi-program>69</midi-program></midi-instrument>`
  const { tracks } = await read(
    document([notes('C4', '<instrument id="a"/>') + notes('C4', '<instrument id="b"/>')], both),
  )
  expect(tracks[0]).toMatchObject({
    instrument: { number: 73 },
    programChanges: [{ ticks: 960, number: 68 }],
  })
  const hat = '<note><unpitched/><duration>4</duration><instrument id="h"/></note>'
  const drums = await read(
    document([hat], instrument('h', '<midi-channel>10</midi-channel><midi-unpitched>43</midi-unpitched>')),
  )
  expect(drums.tracks[0]).toMatchObject({ channel: 9, notes: [{ midi: 42 }] })
})

const tablature = (technical: string, pitch: string) => {
  const open = ['E2', 'A2', 'D3', 'G3', 'B3', 'E4'].map(
    ([step, octave], line) =>
      `<staff-tuning line="${line + 1}"><tuning-step>${step}</tuning-step><tuning-octave>${octave}</tuning-octave></staff-tuning>`,
  )
  const staff = `<attributes><clef><sign>TAB</sign></clef><staff-details>${open.join('')}</staff-details></attributes>`
  return document([staff + notes(pitch, `<notations><technical>${technical}</technical></notations>`)])
}
const harmonic = (kind: string, pitch: string) => `<harmonic><${kind}/><${pitch}-pitch/></harmonic>`
const at = (string: number, fret: number) => `<string>${string}</string><fret>${fret}</fret>`
it.each([
  ['a harmonic written at its sounding pitch', harmonic('natural', 'sounding') + at(6, 12), 'E3', '52 6/12'],
  ['a harmonic written at its touching pitch', harmonic('natural', 'touching') + at(6, 7), 'B2', '59 6/7'],
  ['an artificial harmonic', harmonic('artificial', 'sounding') + at(5, 2), 'B3', '59 5/2'],
  ['a note with a wrong fret', at(1, 5), 'F4', '65 1/1'],
  ['a note without a position', '', 'C5', '72 1/8'],
])('%s is assigned to the correct string', async (_, technical, pitch, expected) => {
  const { tracks } = await read(tablature(technical, pitch))
  const found = tracks[0]?.notes.map(({ midi, string, fret }) => `${midi} ${string}/${fret}`)
  expect(found).toEqual([expected])
})

const QUARTERS = '<first>2</first><second>1</second><swing-type>quarter</swing-type>'
it.each([
  ['a bar with too many notes', [notes('C4*5'), c], 'Bar {{bar}} has more notes', 1],
  ['a jump without a target', [c, d + sound('dalsegno="x"')], 'The jump in bar', 2],
  ['swing of quarters', [sound('', `<swing>${QUARTERS}</swing>`) + c], 'Can’t apply the swing in bar', 1],
  ['a note without a pitch', [c, '<note><pitch/><duration>16</duration></note>'], 'A note in bar', 2],
])('the MusicXML warning about %s includes the bar number', async (_, measures, sentence, bar) => {
  const { remarks } = await read(document(measures))
  expect(remarks).toMatchObject([{ sentence: expect.stringContaining(sentence), values: { bar } }])
})

const utf16 = (text: string) => Uint8Array.from([...text].flatMap(sign => [sign.charCodeAt(0), 0]))
const zip = (path: string, entries: Record<string, Uint8Array>) =>
  zipSync({
    'META-INF/container.xml': bytesOf(
      `<container><rootfiles><rootfile full-path="preview.pdf" media-type="application/pdf"/><rootfile full-path="${path}" media-type="application/vnd.recordare.musicxml+xml"/></rootfiles></container>`,
    ),
    ...entries,
  })
const plain = document([c])
it.each([
  ['UTF-16 without a byte order mark', utf16(plain)],
  ['a namespace prefix', bytesOf(plain.replaceAll(/<(\/?)(?=\w)/g, '<$1m:'))],
  ['an unescaped ampersand', bytesOf(plain.replace('>Part<', '>Rock & Roll<'))],
  ['an ampersand within CDATA', bytesOf(plain.replace('>Part<', '><![CDATA[Rock & Roll]]><'))],
  [
    'measures that contain parts',
    bytesOf(
      `<score-timewise><part-list><score-part id="P1"/></part-list><measure><part id="P1">${ATTRIBUTES}${c}</part></measure></score-timewise>`,
    ),
  ],
  [
    'a container with another root file and extension',
    zip('my%20song.score', { 'old.xml': bytesOf('<x/>'), 'my song.score': bytesOf(plain) }),
  ],
])('a MusicXML score with %s can be read', async (_, bytes) => {
  expect(isMusicXml(bytes)).toBe(true)
  expect((await readChecked(bytes)).song.tracks?.[0]?.notes).toMatchObject([{ midi: 60 }])
})

it('MusicXML composer and arranger are read and survive an export', async () => {
  const creators = ['composer', 'arranger'].map(type => `<creator type="${type}">The ${type}</creator>`)
  const text = document([notes('C4 D4 E4 F4')]).replace(
    '<part-list>',
    `<identification>${creators.join('')}</identification><part-list>`,
  )
  const credits = { artist: 'The composer', arranger: 'The arranger' }
  const song = await read(text)
  expect(song.header).toMatchObject(credits)
  const written = strFromU8(writeScore(song, 'musicxml', 'auto'))
  expect((await read(written)).header).toMatchObject(credits)
})
