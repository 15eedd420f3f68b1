/** Expected notes are worked out by hand. */
import { describe, expect, it } from 'vitest'
import { parseSong, type Song, type SongNote } from '../../../src/music/song/song.js'
import { drawScore } from '../../../src/plugins/score-files/drawing/draw-score.js'
import { importer, model, Settings } from '../../../src/plugins/score-files/engine.js'
import { readChecked, songOfScore } from '../../../src/plugins/score-files/reading/read-score.js'
import { bytesOf, givenFile, HAS_GIVEN_FILES, TRIED_FILES } from './given-files.js'

function scoreOf(alphaTex: string): model.Score {
  const reader = new importer.AlphaTexImporter()
  reader.initFromString(`\\tempo 120 . ${alphaTex}`, new Settings())
  return reader.readScore()
}

const played = (score: model.Score): Song => parseSong(songOfScore(score)) as Song

/** Returns `pitch@onset+length` of each note in quarter notes, by onset. */
const notesOf = ({ header: { ppq }, tracks }: Song) =>
  tracks
    .flatMap(({ notes }) => notes)
    .sort((a, b) => a.ticks - b.ticks || a.midi - b.midi)
    .map(({ midi, ticks, durationTicks }) =>
      [midi, '@', Number((ticks / ppq).toFixed(3)), '+', Number((durationTicks / ppq).toFixed(3))].join(''),
    )

// Notes are written as fret.string: 3.2 is D4, the third fret of the second string.
it.each([
  ['values and rests', ':4 3.2 r :8 3.2 3.2 :4 3.2', '62@0+1 62@2+0.5 62@2.5+0.5 62@3+1'],
  ['dots', ':4 3.2{d} :8 5.2', '62@0+1.5 64@1.5+0.5'],
  ['triplets', ':8 3.2{tu 3} 5.2{tu 3} 3.2{tu 3}', '62@0+0.333 64@0.333+0.333 62@0.667+0.333'],
  ['ties', ':2 3.2 -.2', '62@0+4'],
  ['a capo', '\\capo 2 :4 0.6 3.2', '42@0+1 64@1+1'],
  ['a chord', ':4 (0.6 2.5 2.4)', '40@0+1 47@0+1 52@0+1'],
  ['staccato', ':4 3.2{st}', '62@0+0.5'],
  ['natural harmonics', ':4 12.1{nh} 7.1{nh} 5.1{nh}', '76@0+1 83@1+1 88@2+1'],
  ['a trill in sixteenths', ':4 3.2{tr 5 16}', '62@0+0.25 64@0.25+0.25 62@0.5+0.25 64@0.75+0.25'],
  ['tremolo picking in eighths', ':4 3.2{tp 8}', '62@0+0.5 62@0.5+0.5'],
  ['a repeat', '\\ro :1 3.2 | \\rc 2 :1 5.2', '62@0+4 64@4+4 62@8+4 64@12+4'],
  ['an upbeat', '\\ac :4 3.2 | :4 5.2', '62@0+1 64@1+1'],
])('a score sounds as written: %s', (_, written, sounding) =>
  expect(notesOf(played(scoreOf(written))).join(' ')).toBe(sounding),
)

it('a tempo can change within a bar, regardless of the order of changes in the file', () => {
  const score = scoreOf(':2 3.2 5.2')
  score.masterBars[0]?.tempoAutomations.unshift(model.Automation.buildTempoAutomation(false, 0.5, 60, 2))
  const { ppq, tempos } = played(score).header
  expect(tempos.map(({ ticks, bpm }) => `${ticks / ppq}:${bpm}`)).toEqual(['0:120', '2:60'])
})

const given = async (name: string) => parseSong((await readChecked(givenFile(name))).song) as Song

describe.skipIf(!HAS_GIVEN_FILES)('songs from score files', () => {
  it('score bars with too many beats are extended, and the next notes follow them', async () => {
    const { header, score } = await given('effects.gp')
    const starts = score?.bars ?? []
    const changes = header.timeSignatures.map(({ ticks, timeSignature }) => {
      const bar = starts.findIndex(each => each.ticks === ticks)
      return `${bar + 1}: ${timeSignature.join('/')}`
    })
    expect(changes).toEqual(['1: 4/4', '4: 5/4', '5: 4/4', '6: 5/4', '7: 4/4', '24: 10/4', '25: 4/4'])
  })

  // C major in Guitar Pro 5, B♭ major in Guitar Pro 7. The last two files use sharps as accidentals.
  it.each([
    ['serenade.gp5', 0],
    ['serenade.gp', 2],
    ['tuplets.gp', 0],
    ['effects.gp', 0],
  ])('the score of %s shows the %i flats of its key signature', async (name, flats) => {
    const [first] = drawScore(await given(name), { tracks: [0], staves: 'notation', scale: 1 }).pieces
    const [beforeMeter = ''] = (first?.svg ?? '').split(/&#5747[6-9];/)
    expect(beforeMeter.split('&#57952;').length - 1).toBe(flats)
    if (name === 'serenade.gp5') expect(first?.svg).not.toContain('&#57954;')
  })

  it('tablature for another instrument shows unplayable notes as × and draws slurs only on one string', async () => {
    const song = await given('serenade.gp')
    const moved = (change: (note: SongNote, index: number) => Partial<SongNote>, tuning: number[]) => {
      const tracks = song.tracks.map(track => ({
        ...{ ...track, tuning },
        notes: track.notes.map((note, index) => ({ ...note, ...change(note, index) })),
      }))
      const look = { staves: 'tablature', scale: 1, pageWidth: 900 } as const
      return (track: number) =>
        drawScore({ ...song, tracks }, { ...look, tracks: [track] })
          .pieces.map(({ svg }) => svg)
          .join('')
    }
    const guitar = [64, 59, 55, 50, 45, 38]
    const signs = (text: string) => text.match(/>[HP]</g)?.length ?? 0
    const nowhere = moved(() => ({ string: undefined, fret: undefined }), guitar)
    expect(nowhere(2).match(/>×</g)?.length).toBeGreaterThan(100)
    expect(signs(nowhere(0))).toBe(0)
    expect(signs(moved(() => ({ string: 1, fret: 5 }), guitar)(0))).toBeGreaterThan(20)
    expect(signs(moved((_, index) => ({ string: 1 + (index % 2), fret: 5 }), guitar)(0))).toBe(0)
  })

  it('octave markings are printed above or below notes, and a diagram without frets is omitted', async () => {
    const { pieces } = drawScore(await given('effects.gp'), { tracks: [0], staves: 'both', scale: 1 })
    const text = pieces.map(({ svg }) => svg).join('')
    for (const sign of ['&#58652;', '&#60565;']) expect(text).toContain(sign)
    expect(text.match(/>[^<]*C[^<]*<\/text>/g)).toHaveLength(1)
  })

  it.each(TRIED_FILES)('saving %s as JSON and opening it again yields the same song', async (_, file) => {
    const { song } = await readChecked(bytesOf(file))
    expect(parseSong(JSON.parse(JSON.stringify(song)))).toEqual(song)
  })
})
