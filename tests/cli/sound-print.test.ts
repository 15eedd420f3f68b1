import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { readSongOf } from '../../bench/sound/rendered-songs.js'
import { soundDifference, soundLines } from '../../cli/replay/sound-print.js'
import { songEvents } from '../../src/music/song/song-events.js'
import type { PerformedMessage } from '../../src/plugins/player/tokens.js'
import { SoundPorts } from '../../src/plugins/sound/synthesis/sound-ports.js'
import { songJson } from '../plugins/player/songs.js'
import { testFolder } from '../support/test-folder.js'
import { fretwork, recordsIn } from './run-program.js'

const DATA = resolve('../shared/data')
const END_MS = 2500

type Messages = readonly PerformedMessage[]
const excerpts = new Map<string, Promise<{ messages: Messages; golden: string }>>()
const print = (messages: Messages) =>
  soundLines(
    { messages: messages.toSorted((a, b) => a.atMs - b.atMs), endMs: END_MS },
    new AbortController().signal,
  )

function excerpt(file: string) {
  const known = excerpts.get(file)
  if (known) return known
  const made = (async () => {
    const messages = songEvents(await readSongOf(resolve(DATA, file))).filter(({ atMs }) => atMs < END_MS)
    return { messages, golden: await print(messages) }
  })()
  excerpts.set(file, made)
  return made
}

type Edit = (all: Messages) => Messages
const kind = (each: PerformedMessage) => (each.bytes[0] ?? 0) >> 4
const isNote = (each: PerformedMessage) => kind(each) === 9 && each.bytes[2] !== 0
const isProgram = (each: PerformedMessage) => kind(each) === 12
const isBend = (each: PerformedMessage) => kind(each) === 14
const isController = (number: number) => (each: PerformedMessage) =>
  kind(each) === 11 && each.bytes[1] === number
const isDrum = (each: PerformedMessage) => (each.bytes[0] ?? 0) % 16 === 9
const without = (isLost: (each: PerformedMessage) => boolean) => (all: Messages) =>
  all.filter(each => !isLost(each))
/** Changes matching messages by these amounts. */
const add =
  (isWrong: (each: PerformedMessage) => boolean, ...by: readonly number[]): Edit =>
  all =>
    all.map(each =>
      isWrong(each) ? { ...each, bytes: each.bytes.map((byte, index) => byte + (by[index] ?? 0)) } : each,
    )
/** Edits the middle note only. */
const inNote =
  (edit: Edit): Edit =>
  all => {
    const notes = all.filter(isNote)
    const note = notes[Math.floor(notes.length / 2)]
    return all.flatMap(each => (each === note ? edit([each]) : each))
  }

const SURF = 'midi/GonzoSurf.mid'
const TOWN = 'midi/Town.mid'
const PRELUDE = 'midi/BWV1007Prelude.mid'
const SERENADE = 'guitar-pro/guitarpro7/serenade.gp'
const EFFECTS = 'guitar-pro/guitarpro5/effects.gp5'
const BENDS = 'guitar-pro/guitarpro5/bends.gp5'

const FAULTS: readonly [fault: string, file: string, edit: Edit, message: RegExp][] = [
  ['a missing note', TOWN, inNote(() => []), /quieter|missing/],
  ['a note a semitone too high', SERENADE, inNote(add(isNote, 0, 1)), /louder/],
  ['a note an octave too high', SERENADE, inNote(add(isNote, 0, 12)), /dB/],
  ['a weak note', TOWN, inNote(add(isNote, 0, 0, -50)), /quieter/],
  ['a late note', SERENADE, inNote(all => all.map(each => ({ ...each, atMs: each.atMs + 60 }))), /At /],
  ['lost programs', TOWN, without(isProgram), /At 0\.00 s, .*Hz/],
  ['a wrong program', SURF, add(isProgram, 0, 1), /dB/],
  [
    'a palm mute played as a plain note',
    EFFECTS,
    all => all.map(({ bytes, atMs }) => ({ bytes, atMs })),
    /louder/,
  ],
  ['lost panning', SURF, without(isController(10)), /on the (left|right) is/],
  ['lost track volumes', SURF, without(isController(7)), /louder|quieter/],
  ['a sustain pedal that is ignored', PRELUDE, without(isController(64)), /quieter/],
  ['lost bends', BENDS, without(isBend), /missing|quieter/],
  ['drums on another channel', SURF, add(isDrum, -1), /quieter/],
  ['notes at half strength', TOWN, add(isNote, 0, 0, -40), /quieter/],
]

describe.skipIf(!existsSync(DATA))('sound fingerprints of real files', () => {
  it('a fingerprint is the same each time and hardly changes one sample later', async () => {
    const { messages, golden } = await excerpt(SURF)
    expect(await print(messages)).toBe(golden)
    for (const file of [SURF, EFFECTS]) {
      const { messages, golden } = await excerpt(file)
      const later = await print(messages.map(each => ({ ...each, atMs: each.atMs + 1 / 44.1 })))
      expect(soundDifference(golden, later)).toBeUndefined()
    }
  })

  it.each(FAULTS)('a fingerprint reveals %s in %s', async (_, file, edit, message) => {
    const { messages, golden } = await excerpt(file)
    const difference = soundDifference(golden, await print(edit(messages)))
    expect(difference?.lines.join()).toMatch(message)
  })
})

describe('--golden --update --sound', () => {
  const { at } = testFolder(
    {
      'song.json': songJson('Song', [
        [
          [64, 0, 0.4],
          [67, 2.5, 0.4],
        ],
      ]),
    },
    true,
  ) // prettier-ignore
  const golden = (...words: string[]) =>
    fretwork('replay', '--golden', at('golden/'), ...words, at('song.json'))
  const log = () => readFile(at('golden/song.json.golden.ndjson'), 'utf8')

  it('--sound stores the sound, which later runs compare and --update keeps', async () => {
    await golden('--update')
    const before = await log()
    expect((await golden('--update', '--sound')).code).toBe(0)
    const stored = await log()
    expect(stored.startsWith(before)).toBe(true)
    expect(stored.slice(before.length)).toMatch(
      /^(\{"sound":\d+,"left":\[[\d,]+\],"right":\[[\d,]+\],"pitch":\[[\d,]+\]\}\n){4}$/,
    )
    expect((await golden()).code).toBe(0)
    expect((await golden('--update')).code).toBe(0)
    expect(await log()).toBe(stored)
    expect((await fretwork('replay', '--fast', at('golden/song.json.golden.ndjson'))).code).toBe(0)
  })

  it('a difference in sound is reported with its time, bar, frequencies and size', async () => {
    await golden('--update', '--sound')
    const { play } = SoundPorts.prototype
    vi.spyOn(SoundPorts.prototype, 'play').mockImplementation(function (
      this: SoundPorts,
      way,
      id,
      bytes,
      ...more
    ) {
      const [status = 0, note = 0, strength = 0] = Array.from(bytes)
      play.call(this, way, id, note === 67 ? [status, note, strength >> 1] : bytes, ...more)
    })
    const { code, err } = await golden('--junit', at('report.xml'), '--html', at('report.html'))
    expect([code, err]).toEqual([
      6,
      expect.stringMatching(
        / in sound\. At 2\.50 s \(bar 2\), \S+ Hz is \d+ dB quieter than expected \(tolerance 3 dB\)\.\n/,
      ),
    ])
    for (const report of ['report.xml', 'report.html'])
      expect(await readFile(at(report), 'utf8')).toContain('dB quieter than expected')
    expect(recordsIn((await golden('--json')).out)).toMatchObject([
      { status: 'different', difference: { fields: ['sound'] } },
    ])
    expect((await golden('--update')).err).toContain('would change; give a reason with --reason')
    vi.restoreAllMocks()
  })

  it('a damaged sound line is reported with its line number', async () => {
    await golden('--update', '--sound')
    await writeFile(at('golden/song.json.golden.ndjson'), (await log()).replace(/"left":\[\d+,/, '"left":['))
    expect(await golden()).toMatchObject({ code: 3, err: expect.stringMatching(/Line 6 of the log/) })
  })

  it.each([
    [['--sound'], 'require --update'],
    [['--update', '--sound', '--format', 'tab'], 'Tablature has no sound'],
  ])('%j is rejected', async (words, message) => {
    expect(await golden(...words)).toMatchObject({ code: 2, err: expect.stringContaining(message) })
  })
})
