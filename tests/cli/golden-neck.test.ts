import { readFile, writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveNeckModel } from '../../src/plugins/fretboard/neck/neck-model.js'
import { testFolder } from '../support/test-folder.js'
import { fretwork, recordsIn } from './run-program.js'

/** A minor in open position with a capo at fret 2, a bend by half the range of 2 semitones, and a drum. */
const SONG = {
  version: 2,
  header: { ppq: 480 },
  tracks: [
    {
      ...{ channel: 0, tuning: [64, 59, 55, 50, 45, 40], capo: 2 },
      notes: [
        { ticks: 0, durationTicks: 480, midi: 47, string: 5, fret: 0 },
        { ticks: 0, durationTicks: 480, midi: 54, string: 4, fret: 2 },
        { ticks: 0, durationTicks: 480, midi: 62, string: 2, fret: 1 },
        { ticks: 480, durationTicks: 480, midi: 66, string: 3, fret: 9 },
      ],
      pitchBends: [{ ticks: 720, value: 0.5 }],
    },
    { channel: 9, notes: [{ ticks: 0, durationTicks: 240, midi: 45 }] },
  ],
}

const { at } = testFolder({
  'song.json': JSON.stringify(SONG),
  'drums.json': JSON.stringify({ ...SONG, tracks: SONG.tracks.slice(1) }),
})
const golden = (...words: string[]) => fretwork('replay', '--fast', '--golden', at('golden/'), ...words)
const log = () => at('golden/song.json.golden.ndjson')
const events = async () =>
  recordsIn<{ name?: string; neck?: string; chord?: string }>(await readFile(log(), 'utf8'))

describe('golden log', () => {
  beforeEach(() => golden('--update', at('song.json'), at('drums.json')))

  it('a golden log contains the string, fret, bend and chord of sounding notes, but no drums', async () => {
    const seen = (await events()).filter(({ neck, chord }) => neck || chord !== undefined)
    expect(seen.map(({ name = 'bend', neck, chord }) => [name, neck, chord])).toEqual([
      ['B2', '5/0', undefined],
      ['F#3', '4/2', undefined],
      ['D4', '2/1', 'Bm'],
      ['B2', '-5/0', undefined],
      ['F#3', '-4/2', undefined],
      ['D4', '-2/1', undefined],
      ['F#4', '3/9', 'F#'],
      ['bend', '3/9+1', 'G'],
      ['F#4', '-3/9', ''],
    ])
  })

  const { apply, at: soundAt, onPositions } = LiveNeckModel.prototype
  type Faults = Partial<Pick<LiveNeckModel, 'apply' | 'at' | 'onPositions'>>
  it.each<[string, Faults & ThisType<LiveNeckModel>, RegExp]>([
    [
      'a fret too high',
      {
        onPositions(listener) {
          const higher: typeof listener = changed =>
            listener(
              changed.map(each => ({ ...each, fret: each.fret + 1 })),
              [],
            )
          return onPositions.call(this, higher)
        },
      },
      /neck: "5\/0" was expected, not "-5\/1"/,
    ],
    [
      'the string ignored',
      {
        apply(event) {
          apply.call(this, event.kind === 'note' ? { ...event, string: undefined as never } : event)
        },
      },
      /neck: "5\/0" was expected, not "5\/0 6\/5"/,
    ],
    [
      'bends ignored',
      {
        at(position) {
          const sounding = soundAt.call(this, position)
          return sounding && { ...sounding, bend: 0 }
        },
      },
      /neck: "3\/9\+1" was expected, not "3\/9"/,
    ],
    [
      'note-offs lost',
      {
        apply(event) {
          if (event.kind !== 'note' || event.on) apply.call(this, event)
        },
      },
      /neck: "-5\/0" was expected, not nothing/,
    ],
  ])('a golden run fails with %s', async (_, faults, sentence) => {
    expect((await golden(at('song.json'), at('drums.json'))).code).toBe(0)
    for (const [name, fault] of Object.entries(faults))
      vi.spyOn(LiveNeckModel.prototype, name as 'apply').mockImplementation(fault as LiveNeckModel['apply'])
    const { code, err } = await golden(at('song.json'))
    vi.restoreAllMocks()
    expect(err).toMatch(sentence)
    expect(code).toBe(6)
  })

  it.each(['neck', 'chord'])('a golden log with every %s removed differs', async field => {
    const lost = (await events()).map(event => JSON.stringify({ ...event, [field]: undefined }))
    await writeFile(log(), `${lost.join('\n')}\n`)
    expect(await golden(at('song.json'))).toMatchObject({
      code: 6,
      err: expect.stringContaining(`${field}: nothing was expected`),
    })
  })

  it('an earlier golden log is still read, and updated without asking for a reason', async () => {
    const earlier = (await events()).map(({ neck: _, chord: _chord, ...event }) =>
      JSON.stringify({ ...event, string: undefined, golden: undefined }),
    )
    await writeFile(log(), `${earlier.join('\n')}\n`)
    expect(await golden(at('song.json'), at('drums.json'))).toMatchObject({
      code: 0,
      err: expect.stringMatching(/\n\S+song\.json\.golden\.ndjson: .* add them with --update\.\n$/),
    })
    expect((await golden('--update', at('song.json'))).code).toBe(0)
    expect((await events()).some(({ neck }) => neck)).toBe(true)
    expect(await readFile(at('golden/golden-reasons.ndjson'), 'utf8')).toContain(
      'strings, frets, bends and chords',
    )
  })
})

it('--format tab --golden compares the tablature as printed, with the song’s capo', async () => {
  const tab = (...words: string[]) => golden('--format', 'tab', ...words, at('song.json'))
  await tab('--update')
  const path = at('golden/song.json.golden.txt')
  const text = await readFile(path, 'utf8')
  expect(text).toContain('\nG|-----9-|\n')
  expect((await tab()).code).toBe(0)
  await writeFile(path, text.replace('9', '8'))
  const { code, err } = await tab()
  expect(code).toBe(6)
  expect(err).toMatch(/at line 1, 00:00:00:\n- 00:00:00\n(.*\n)+- G\|-*8-\|\n(.*\n)+\+ G\|-*9-\|/)
  expect((await tab('--ignore', 'time', '--')).code).toBe(2)
})
