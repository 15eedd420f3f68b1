/** Files that are damaged or mean harm: one sentence each, and nothing half-read. */
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { SentenceError } from '../../../src/core/platform/sentence-error.js'
import { isGuitarPro } from '../../../src/plugins/guitar-pro/is-guitar-pro.js'
import { isMusicXml } from '../../../src/plugins/musicxml/is-music-xml.js'
import { readChecked } from '../../../src/plugins/notation/reading/read-checked.js'
import { bytesOf, GUITAR_PRO_FILES, givenFile, HAS_GIVEN_FILES } from './given-files.js'

const textBytes = (text: string) => new TextEncoder().encode(text)

async function refusal(bytes: Uint8Array): Promise<{ code: string; message: string }> {
  const thrown = await readChecked(bytes).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(thrown instanceof SentenceError))
    throw new Error(`It was read, or failed without a sentence: ${thrown}`)
  return { code: thrown.code, message: thrown.message }
}

/** One entry, as small as the format allows. */
function zipOf(name: string, content: Uint8Array, flags = 0, size = content.length): Uint8Array {
  const packed = deflateRawSync(content)
  const label = textBytes(name)
  const local = new DataView(new ArrayBuffer(30))
  const entry = new DataView(new ArrayBuffer(46))
  const end = new DataView(new ArrayBuffer(22))
  local.setUint32(0, 0x04034b50, true)
  entry.setUint32(0, 0x02014b50, true)
  for (const [view, at] of [
    [local, 6],
    [entry, 8],
  ] as const) {
    view.setUint16(at, flags, true)
    view.setUint16(at + 2, 8, true)
    view.setUint32(at + 12, packed.length, true)
    view.setUint32(at + 16, size, true)
    view.setUint16(at + 20, label.length, true)
  }
  end.setUint32(0, 0x06054b50, true)
  end.setUint16(8, 1, true)
  end.setUint16(10, 1, true)
  end.setUint32(12, 46 + label.length, true)
  end.setUint32(16, 30 + label.length + packed.length, true)
  const parts = [local, label, packed, entry, label, end]
  return new Uint8Array(
    Buffer.concat(
      parts.map(part =>
        'buffer' in part ? Buffer.from(part.buffer, part.byteOffset, part.byteLength) : part,
      ),
    ),
  )
}

interface Written {
  readonly head?: string
  readonly parts?: number
  readonly technical?: string
  readonly barline?: string
}

function scoreOf({ head = '', parts = 1, technical = '', barline = '' }: Written = {}): Uint8Array {
  const ids = Array.from({ length: parts }, (_, index) => `P${index}`)
  const note = `<note><pitch><step>E</step><octave>4</octave></pitch><duration>4</duration><type>whole</type>
    <notations><technical>${technical}</technical></notations></note>`
  const open = ['E2', 'A2', 'D3', 'G3', 'B3', 'E4'].map(
    ([step, octave], line) =>
      `<staff-tuning line="${line + 1}"><tuning-step>${step}</tuning-step>
      <tuning-octave>${octave}</tuning-octave></staff-tuning>`,
  )
  const tuning = `<staff-details><staff-lines>6</staff-lines>${open.join('')}</staff-details>`
  return textBytes(`<?xml version="1.0"?>${head}<score-partwise version="4.0"><part-list>
    ${ids.map(id => `<score-part id="${id}"><part-name>Guitar</part-name></score-part>`).join('')}</part-list>
    ${ids
      .map(
        id => `<part id="${id}"><measure number="1"><attributes><divisions>1</divisions>
        <time><beats>4</beats><beat-type>4</beat-type></time>
        <clef><sign>TAB</sign><line>5</line></clef>${tuning}</attributes>${note}${barline}</measure></part>`,
      )
      .join('')}</score-partwise>`)
}

const POSITION = (string: number, fret: number) => `<string>${string}</string><fret>${fret}</fret>`

describe('a score that cannot be opened', () => {
  it('is read where nothing is wrong with it', async () => {
    const { song } = await readChecked(scoreOf({ technical: POSITION(1, 0) }))
    expect(song.tracks[0]?.notes).toMatchObject([{ midi: 64, string: 1, fret: 0 }])
  })

  it.each([
    [
      'entities',
      'score_entities',
      scoreOf({ head: '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>' }),
    ],
    ['1,000 tracks', 'score_too_many_tracks', scoreOf({ parts: 1000 })],
    ['a string that the tuning does not have', 'score_no_string', scoreOf({ technical: POSITION(9, 0) })],
    ['fret 40', 'score_high_fret', scoreOf({ technical: POSITION(1, 40) })],
    [
      'a repeat that never ends',
      'score_endless',
      scoreOf({
        barline: '<barline location="right"><repeat direction="backward" times="2000000000"/></barline>',
      }),
    ],
    ['a zip bomb', 'score_too_large', zipOf('Content/score.gpif', new Uint8Array(80 * 1024 * 1024))],
    [
      'a zip bomb with a false size',
      'score_too_large',
      zipOf('Content/score.gpif', new Uint8Array(80 * 1024 * 1024), 0, 1000),
    ],
    ['a password', 'score_locked', zipOf('Content/score.gpif', textBytes('<GPIF/>'), 1)],
    [
      'contents that are encrypted',
      'score_locked',
      zipOf('Content/score.gpif', new Uint8Array([7, 250, 3, 1])),
    ],
    [
      'a huge claim',
      'score_too_large',
      new Uint8Array([...textBytes('BCFZ'), 255, 255, 255, 127, 1, 2, 3, 4]),
    ],
    [
      'no parts',
      'score_empty',
      textBytes('<score-partwise version="4.0"><part-list></part-list></score-partwise>'),
    ],
    ['its end before the first part', 'score_cut', textBytes('<score-partwise version="4.0"><part-list>')],
    ['nothing behind its name', 'score_cut', textBytes('\u0018FICHIER GUITAR PRO v5.10')],
  ])('with %s', async (_, code, bytes) => {
    expect((await refusal(bytes)).code).toBe(code)
  })

  it('never fetches the document type that it names', async () => {
    const head = '<!DOCTYPE score-partwise PUBLIC "-//X//DTD//EN" "http://127.0.0.1:9/never.dtd">'
    const { song } = await readChecked(scoreOf({ head, technical: POSITION(1, 3) }))
    expect(song.tracks[0]?.notes).toMatchObject([{ fret: 3 }])
  })

  it('is known by its content, whatever it is called', () => {
    expect(isMusicXml(scoreOf())).toBe(true)
    expect(isMusicXml(textBytes('<html></html>'))).toBe(false)
    expect(isMusicXml(zipOf('META-INF/container.xml', textBytes('<container/>')))).toBe(true)
    expect(isGuitarPro(zipOf('META-INF/container.xml', textBytes('<container/>')))).toBe(false)
    expect(isGuitarPro(zipOf('Content/score.gpif', textBytes('<GPIF/>')))).toBe(true)
    expect(isGuitarPro(textBytes('BCFZ'))).toBe(true)
  })
})

describe.skipIf(!HAS_GIVEN_FILES)('a given file that is cut', () => {
  it.each(GUITAR_PRO_FILES.map(file => [file.split('/').slice(-2).join('/'), file]))(
    '%s is refused with a sentence, or read as far as it goes',
    async (_, file) => {
      const bytes = bytesOf(file)
      for (const portion of [0.05, 0.5, 0.95]) {
        const cut = bytes.subarray(0, Math.floor(bytes.length * portion))
        const thrown = await readChecked(cut).then(
          () => undefined,
          (error: unknown) => error,
        )
        if (thrown !== undefined) expect(thrown).toBeInstanceOf(SentenceError)
      }
    },
  )

  it('is refused where half of it is missing', async () => {
    const whole = givenFile('serenade.gp5')
    expect((await refusal(whole.subarray(0, whole.length / 2))).code).toBe('score_cut')
    const packed = givenFile('serenade.gp')
    expect((await refusal(packed.subarray(0, packed.length / 2))).code).toBe('score_cut')
  })
})
