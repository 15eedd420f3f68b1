/** Damaged or malicious files cause one error each and are never partially imported. */
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { SentenceError } from '../../../src/core/platform/phrases.js'
import { readChecked } from '../../../src/plugins/score-files/reading/read-score.js'
import { isGuitarPro, isMusicXml } from '../../../src/plugins/score-files/recognize.js'
import { bytesOf, HAS_GIVEN_FILES, TRIED_FILES } from './given-files.js'

const textBytes = (text: string) => new TextEncoder().encode(text)

/** Builds a ZIP file with one entry, whose flags and declared size can be wrong. */
function zipOf(name: string, content: Uint8Array, flags = 0, size = content.length): Uint8Array {
  const bytes = zipSync({ [name]: content })
  const view = new DataView(bytes.buffer)
  const entry = view.getUint32(bytes.length - 6, true)
  view.setUint16(6, flags, true)
  view.setUint32(22, size, true)
  view.setUint16(entry + 8, flags, true)
  view.setUint32(entry + 24, size, true)
  return bytes
}

const BOMB = new Uint8Array(80 * 1024 * 1024)
BOMB.set(textBytes('<GPIF>'))

function scoreOf({ head = '', parts = 1, technical = '', barline = '' } = {}): Uint8Array {
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

it('the valid version of the test file can be read', async () => {
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
  ['a zip bomb', 'score_too_large', zipOf('Content/score.gpif', BOMB)],
  ['a zip bomb with a false size', 'score_cut', zipOf('Content/score.gpif', BOMB, 0, 1000)],
  ['a password', 'score_locked', zipOf('Content/score.gpif', textBytes('<GPIF/>'), 1)],
  ['encrypted contents', 'score_locked', zipOf('Content/score.gpif', Uint8Array.of(7, 250, 3, 1))],
  [
    'an excessive size',
    'score_too_large',
    Uint8Array.of(...textBytes('BCFZ'), 255, 255, 255, 127, 1, 2, 3, 4),
  ],
  ['no parts', 'score_empty', textBytes('<score-partwise><part-list></part-list></score-partwise>')],
  ['an end before the first part', 'score_cut', textBytes('<score-partwise version="4.0"><part-list>')],
  ['a file name and nothing else', 'score_cut', textBytes('\u0018FICHIER GUITAR PRO v5.10')],
])('a score with %s is rejected', async (_, code, bytes) => {
  const thrown: unknown = await readChecked(bytes).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(SentenceError)
  expect(thrown).toMatchObject({ code })
})

it('the declared XML document type is never fetched', async () => {
  const head = '<!DOCTYPE score-partwise PUBLIC "-//X//DTD//EN" "http://127.0.0.1:9/never.dtd">'
  const { song } = await readChecked(scoreOf({ head, technical: POSITION(2, 5) }))
  expect(song.tracks[0]?.notes).toMatchObject([{ fret: 5 }])
})

it('a score is recognized by its content, regardless of the file name', () => {
  expect([isMusicXml(scoreOf()), isMusicXml(textBytes('<html></html>'))]).toEqual([true, false])
  expect(isMusicXml(zipOf('META-INF/container.xml', textBytes('<container/>')))).toBe(true)
  expect(isGuitarPro(zipOf('META-INF/container.xml', textBytes('<container/>')))).toBe(false)
  expect(isGuitarPro(zipOf('Content/score.gpif', textBytes('<GPIF/>')))).toBe(true)
  expect(isGuitarPro(textBytes('BCFZ'))).toBe(true)
})

describe.skipIf(!HAS_GIVEN_FILES)('truncated Guitar Pro files', () => {
  it.each(TRIED_FILES.filter(([name]) => name.includes('guitarpro')))(
    'truncating a score causes a clear error or yields the part before the cut: %s',
    async (_, file) => {
      const bytes = bytesOf(file)
      for (const portion of [0.05, 0.5, 0.95]) {
        const cut = bytes.subarray(0, Math.floor(bytes.length * portion))
        const outcome = await readChecked(cut).catch((error: unknown) => error)
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(SentenceError)
      }
    },
  )
})
