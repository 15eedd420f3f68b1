import { writeFile } from 'node:fs/promises'
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
