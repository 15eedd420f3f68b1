import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { songJson } from '../plugins/player/songs.js'
import { testFolder } from '../support/test-folder.js'
import { fretwork } from './run-program.js'

/** Two tracks of one bar in 4/4 at 120 BPM. */
const song = songJson('Two', [
  [
    [60, 0, 0.4],
    [62, 1.5, 0.4],
  ],
  [
    [40, 0.5, 0.4],
    [43, 1.5, 0.4],
  ],
]) // prettier-ignore
const long = songJson('Long', [Array.from({ length: 400 }, (_, index) => [60, index / 2, 0.4])])
const hours = songJson('Hours', [[[60, 14_400, 1]]])
const { at } = testFolder(
  {
    'hours.json': hours,
    'song.json': song,
    'long.json': long,
    'broken.mid': 'hello',
    'empty.json': songJson('Empty', []),
    'folder.wav/a.txt': '',
    'b.wav': 'kept',
  },
  true,
)
const render = (from: string, to: string, ...options: string[]) =>
  fretwork('song', 'render', at(from), at(to), ...options)

async function wav(name: string) {
  const file = await readFile(at(name))
  const [channels, rate, bits] = [file.readUInt16LE(22), file.readUInt32LE(24), file.readUInt16LE(34)]
  expect([file.toString('latin1', 0, 4), channels, file.readUInt32LE(4)]).toEqual([
    'RIFF',
    2,
    file.length - 8,
  ])
  expect(file.readUInt32LE(40)).toBe(file.length - 44)
  const data = file.subarray(44)
  const frame = (2 * bits) / 8
  /** Largest left sample between two times in seconds, 0–1. */
  const peak = (from: number, to: number) => {
    let most = 0
    for (let index = Math.round(from * rate); index < Math.min(to * rate, data.length / frame); index += 1) {
      most = Math.max(most, Math.abs(data.readIntLE(index * frame, bits / 8)))
    }
    return most / 2 ** (bits - 1)
  }
  return {
    rate,
    bits,
    seconds: data.length / frame / rate,
    peak,
    hash: createHash('md5').update(data).digest('hex'),
  }
}

describe('fretwork song render', () => {
  it('writes the same WAV file each time, and replaces a file only with --force', async () => {
    expect(await render('song.json', 'a.wav')).toEqual({ code: 0, out: '', err: '' })
    expect((await render('song.json', 'b.wav')).err).toContain('Use --force to replace it.')
    await render('song.json', 'b.wav', '--force')
    const { rate, bits, seconds, peak, hash } = await wav('a.wav')
    expect([rate, bits]).toEqual([44_100, 16])
    expect(seconds).toBeGreaterThan(2)
    expect(seconds).toBeLessThan(7)
    expect([peak(0, 0.4), peak(1.5, 1.9)].every(each => each > 0.02)).toBe(true)
    expect((await wav('b.wav')).hash).toBe(hash)
  })

  it('renders only the selected tracks and bars, at the selected tempo', async () => {
    await render('song.json', 'second.wav', '--tracks', '2', '--tempo', '50')
    const { peak } = await wav('second.wav')
    expect(peak(0, 0.999)).toBe(0)
    expect(peak(1, 1.2)).toBeGreaterThan(0.02)
    await render('long.json', 'bar.wav', '--bars', '3-3', '--metronome', '--count-in', '1')
    const bar = await wav('bar.wav')
    expect(bar.seconds).toBeGreaterThan(4)
    expect(bar.seconds).toBeLessThan(9)
    expect(bar.peak(0, 0.2)).toBeGreaterThan(0.01)
  })

  it('writes FLAC with its length and checksum', async () => {
    await render('song.json', 'a.flac')
    const file = await readFile(at('a.flac'))
    const { seconds, hash } = await wav('a.wav')
    expect(file.toString('latin1', 0, 4)).toBe('fLaC')
    expect((file.readUInt8(21) & 15) * 2 ** 32 + file.readUInt32BE(22)).toBe(Math.round(seconds * 44_100))
    expect(file.toString('hex', 26, 42)).toBe(hash)
  })

  it.each([
    [['song.json', 'a.mp3'], 2, 'its name must end with .wav or .flac.'],
    [['missing.mid', 'x.wav'], 4, 'There is no file'],
    [['broken.mid', 'x.wav'], 3, 'broken.mid'],
    [['empty.json', 'x.wav'], 3, 'The song has no notes, so there is nothing to render.'],
    [['song.json', 'x.wav', '--tracks', '3'], 4, 'The song has no track 3. Choose from 1 to 2.'],
    [['song.json', 'x.wav', '--bars', '2-3'], 3, 'The song has bars 1 to 1.'],
    [['song.json', 'x.wav', '--bars', '3-2'], 2, 'Expected bars such as 5-8.'],
    [['song.json', 'x.wav', '--tracks', 'bass'], 2, 'Expected track numbers such as 1,3.'],
    [['song.json', 'x.wav', '--tempo', '10'], 2, 'Expected a whole number from 25 to 200.'],
    [['song.json', 'x.wav', '--count-in', '5'], 2, 'Expected a whole number from 1 to 4.'],
    [['hours.json', 'x.wav'], 3, 'The audio would be 241 minutes long.'],
    [['song.json', 'nowhere/x.wav'], 3, 'cannot be written (there is no such file or folder)'],
    [['song.json', 'folder.wav'], 3, 'cannot be written (it is a folder)'],
  ] as const)('%j exits with %i and one message', async ([from, to, ...options], code, message) => {
    const ended = await render(from, to, ...options)
    expect([ended.code, ended.err]).toEqual([code, expect.stringContaining(message)])
    expect((await readdir(at())).filter(name => /^x\.wav|\.part$/.test(name))).toEqual([])
  })

  it('Ctrl-C leaves no file behind', async () => {
    let isSent = false
    const timer = setInterval(async () => {
      const names = await readdir(at())
      if (isSent || !names.some(name => name.startsWith('cut.wav'))) return
      isSent = true
      process.emit('SIGINT')
    }, 20)
    const { code } = await render('long.json', 'cut.wav')
    clearInterval(timer)
    expect(code).toBe(130)
    expect((await readdir(at())).filter(name => name.startsWith('cut'))).toEqual([])
  })
})
