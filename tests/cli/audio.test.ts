import { truncate, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { testFolder } from '../support/test-folder.js'
import { fretwork, recordsIn } from './run-program.js'

const RATE = 48_000
const { at } = testFolder({ 'text.wav': 'hello', 'cut.flac': 'fLaC and no more' }, true)
const pluck = (name: string) =>
  fileURLToPath(new URL(`../../../shared/data/ear/${name}.flac`, import.meta.url))

/** Writes a WAV file with 16-bit samples. */
async function writeWav(
  name: string,
  channels: readonly ((seconds: number) => number)[],
  rate = RATE,
): Promise<string> {
  const count = channels.length
  const file = Buffer.alloc(44 + 2 * count * RATE)
  file.write('RIFF    WAVEfmt                     data', 0, 'latin1')
  file.writeUInt32LE(file.length - 8, 4)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(count, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(2 * count * RATE, 28)
  file.writeUInt16LE(2 * count, 32)
  file.writeUInt16LE(16, 34)
  file.writeUInt32LE(file.length - 44, 40)
  for (let index = 0; index < RATE; index += 1) {
    for (const [channel, sound] of channels.entries()) {
      file.writeInt16LE(Math.round(30_000 * sound(index / RATE)), 44 + 2 * (count * index + channel))
    }
  }
  await writeFile(at(name), file)
  return at(name)
}

const tone = (frequency: number) => (seconds: number) =>
  0.5 * Math.sin(2 * Math.PI * frequency * seconds) + 0.2 * Math.sin(4 * Math.PI * frequency * seconds)
const silence = () => 0

describe('fretwork audio tune', () => {
  it('prints the note, the cents and the frequency of a string', async () => {
    const flat = await writeWav('flat.wav', [tone(110 * 2 ** (-12 / 1200))])
    expect(await fretwork('audio', 'tune', flat)).toEqual({
      code: 0,
      out: 'A2  -12 cents  109.24 Hz\n',
      err: '',
    })
    const [tuned] = recordsIn((await fretwork('audio', 'tune', '--json', flat)).out)
    expect(tuned).toEqual({ frequency: expect.closeTo(109.24, 2), note: 'A2', pitch: 45, cents: -12 })
  })

  it('uses the channel that contains the guitar', async () => {
    const stereo = await writeWav('stereo.wav', [silence, tone(196)])
    expect((await fretwork('audio', 'tune', stereo)).out).toMatch(/^G3 {2}0 cents/)
  })

  it('reads FLAC files', async () => {
    expect((await fretwork('audio', 'tune', pluck('emily/a2_f_rr1'))).out).toMatch(/^A2 /)
  })

  it.each([
    [
      'silence',
      async () => writeWav('silence.wav', [silence]),
      3,
      'has no steady pitch; record a single string',
    ],
    [
      'a sample rate of 1 Hz',
      async () => writeWav('slow.wav', [tone(110)], 1),
      3,
      'convert it to one from 8000',
    ],
    ['text', async () => at('text.wav'), 3, 'is not a complete WAV or FLAC file; convert it first.'],
    [
      'a truncated WAV file',
      async () => {
        const file = await writeWav('cut.wav', [tone(110)])
        await truncate(file, 50_000)
        return file
      },
      3,
      'is not a complete WAV or FLAC file',
    ],
    ['a damaged FLAC file', async () => at('cut.flac'), 3, 'is not a complete WAV or FLAC file'],
    ['a missing file', async () => at('none.wav'), 4, 'check its path'],
  ])('rejects %s with a one-sentence message', async (_, file, code, message) => {
    const result = await fretwork('audio', 'tune', await file())
    expect(result).toMatchObject({ code, out: '' })
    expect(result.err).toContain(message)
    expect(result.err.trimEnd()).not.toContain('\n')
  })
})

describe('fretwork audio notes', () => {
  const melody = (seconds: number) => {
    const [frequency, from] = seconds < 0.5 ? [220, 0.2] : [329.63, 0.5]
    return seconds < from ? 0 : Math.exp(-3 * (seconds - from)) * tone(frequency)(seconds)
  }

  it('lists each note with its time', async () => {
    const file = await writeWav('melody.wav', [melody])
    const [{ notes }] = recordsIn((await fretwork('audio', 'notes', '--json', file)).out) as [
      { notes: { onsetMs: number; pitch: number; cents: number; confidence: number }[] },
    ]
    expect(notes.map(({ pitch }) => pitch)).toEqual([57, 64])
    expect(notes.map(({ onsetMs }) => Math.round(onsetMs / 20) * 20)).toEqual([200, 500])
    for (const { cents, confidence } of notes) {
      expect(Math.abs(cents)).toBeLessThan(8)
      expect(confidence).toBeGreaterThan(0.5)
    }
    expect((await fretwork('audio', 'notes', file)).out).toMatch(/^0\.\d+ s {2}A3 .*\n0\.\d+ s {2}E4 .*\n$/)
  })

  it('finds no notes in silence', async () => {
    const file = await writeWav('none.wav', [silence])
    expect((await fretwork('audio', 'notes', file)).out).toBe('No notes were heard.\n')
    expect((await fretwork('audio', 'notes', '--json', file)).out).toBe('{"notes":[]}\n')
  })
})

describe('fretwork audio verify', () => {
  /** A string’s partials from a time on. */
  const ringing = (pitch: number, from: number) => (seconds: number) => {
    if (seconds < from) return 0
    const frequency = 440 * 2 ** ((pitch - 69) / 12)
    const partials = Array.from({ length: 14 }, (_, index) => index + 1).map(partial => {
      const phase = 2 * Math.PI * partial * frequency * Math.sqrt(1 + 1e-4 * partial ** 2) * (seconds - from)
      return Math.sin(phase + partial) / partial
    })
    return 0.1 * Math.exp(-2 * (seconds - from)) * partials.reduce((a, b) => a + b)
  }
  const strum = (pitches: readonly number[], from: number) => (seconds: number) =>
    pitches.reduce((sum, pitch, index) => sum + ringing(pitch, from + 0.004 * index)(seconds), 0)
  const event = (atMs: number, notes: Readonly<Record<number, number>>) => ({
    atMs,
    notes: Object.entries(notes).map(([string, pitch]) => ({ string: Number(string), pitch })),
  })
  const expecting = async (name: string, events: readonly object[], rest: object = {}) => {
    await writeFile(at(name), JSON.stringify({ tuning: 'E2 A2 D3 G3 B3 E4', capo: 0, events, ...rest }))
    return at(name)
  }

  it('names the string that differs from the expected chord', async () => {
    const file = await writeWav('chords.wav', [
      seconds =>
        strum([48, 52, 55], 0.1)(seconds) * (seconds < 0.5 ? 1 : 0) + strum([48, 51, 55], 0.5)(seconds),
    ])
    const chord = { 5: 48, 4: 52, 3: 55 }
    const expectations = await expecting('chords.json', [event(150, chord), event(480, chord)])
    const [{ events }] = recordsIn(
      (await fretwork('audio', 'verify', file, '--expect', expectations, '--json')).out,
    ) as [{ events: { atMs: number; decidedMs: number; right: boolean; strings: object[] }[] }]
    expect(events.map(({ atMs, right }) => [atMs, right])).toEqual([
      [150, true],
      [480, false],
    ])
    expect(events[0]?.strings).toEqual([
      { string: 3, heard: 55 },
      { string: 4, heard: 52 },
      { string: 5, heard: 48 },
    ])
    expect(events[1]?.strings).toContainEqual({ string: 4, heard: 51, reason: 'semitone' })
    expect(events[1]?.decidedMs).toBeGreaterThan(560)
    expect((await fretwork('audio', 'verify', file, '--expect', expectations)).out).toBe(
      '0.150 s  right\n0.480 s  wrong: The fourth string sounds D#3 instead of E3.\n',
    )
  })

  it('counts the frets of open strings from the capo', async () => {
    const file = await writeWav('capo.wav', [strum([47, 52], 0.2)])
    const expectations = await expecting('capo.json', [event(200, { 5: 47 })], { capo: 2 })
    expect((await fretwork('audio', 'verify', file, '--expect', expectations)).out).toBe(
      '0.200 s  wrong: The fourth string rings open.\n',
    )
  })

  it('reports strings as silent if there is no onset near the expected time', async () => {
    const file = await writeWav('late.wav', [strum([48], 0.6)])
    const expectations = await expecting('late.json', [event(200, { 5: 48 })])
    expect((await fretwork('audio', 'verify', file, '--expect', expectations)).out).toBe(
      '0.200 s  wrong: The fifth string is silent.\n',
    )
    expect(
      recordsIn((await fretwork('audio', 'verify', file, '--expect', expectations, '--json')).out),
    ).toEqual([
      {
        events: [
          {
            atMs: 200,
            decidedMs: 350,
            right: false,
            strings: [{ string: 5, heard: null, reason: 'silent' }],
          },
        ],
      },
    ])
  })

  it.each([
    ['text', 'hello', 'is not valid JSON'],
    [
      'a wrong event',
      { events: [{ atMs: 'soon', notes: [] }] },
      'has a wrong or missing value at events.0.atMs',
    ],
    ['a wrong tuning', { tuning: 'E2 H9' }, 'is not a note'],
    ['a missing string', { events: [event(0, { 7: 40 })] }, 'there is no string 7'],
    [
      'a note below the open string',
      { capo: 3, events: [event(0, { 5: 45 })] },
      'string 5 plays pitches 48 to 69, not 45 at 0 ms',
    ],
    [
      'a note above the last fret',
      { events: [event(9, { 1: 89 })] },
      'string 1 plays pitches 64 to 88, not 89',
    ],
    [
      'two notes on one string',
      {
        events: [
          {
            atMs: 500,
            notes: [
              { string: 5, pitch: 45 },
              { string: 5, pitch: 47 },
            ],
          },
        ],
      },
      'string 5 has two notes at 500 ms',
    ],
  ])('rejects %s in the file of expected notes', async (_, content, message) => {
    const file = await writeWav('any.wav', [silence])
    const expectations = await expecting('wrong.json', [], typeof content === 'string' ? {} : content)
    if (typeof content === 'string') await writeFile(expectations, content)
    const result = await fretwork('audio', 'verify', file, '--expect', expectations)
    expect(result).toMatchObject({ code: 3, out: '' })
    expect(result.err).toContain(message)
    expect(result.err.trimEnd()).not.toContain('\n')
  })
})
