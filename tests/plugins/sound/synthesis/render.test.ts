import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../../src/core/platform/steps.js'
import { samplesOf, wavHeader } from '../../../../src/music/song/wav-file.js'
import type { PerformedMessage } from '../../../../src/plugins/player/tokens.js'
import { arrangementSteps } from '../../../../src/plugins/sound/synthesis/arrangement.js'
import { renderSteps } from '../../../../src/plugins/sound/synthesis/render.js'

const RATE = 44_100
const SYNTHESIZER = { instrument: { program: 0, isPlain: true }, followsPrograms: false }

const note = (atMs: number, lengthMs: number, pitch = 69, channel = 0): PerformedMessage[] => [
  { bytes: [0x90 | channel, pitch, 100], atMs },
  { bytes: [0x80 | channel, pitch, 64], atMs: atMs + lengthMs },
]

const arranged = (messages: readonly PerformedMessage[], endMs: number) =>
  atOnce(arrangementSteps({ messages, startMs: 0, endMs }, SYNTHESIZER))

function rendered(messages: readonly PerformedMessage[], endMs: number, sampleRate = RATE) {
  const samples: number[] = []
  const progress = [
    ...renderSteps(arranged(messages, endMs), {
      ...{ sampleRate, banks: new Map(), room: 'hall' as const },
      write: (left, right) => {
        expect(right.length).toBe(left.length)
        samples.push(...left)
      },
    }),
  ]
  return { samples, progress, seconds: samples.length / sampleRate }
}

const peakOf = (samples: readonly number[]) =>
  samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0)

describe('rendered sound', () => {
  it.each([RATE, 48_000])('notes start at their exact sample at %d Hz', sampleRate => {
    const { samples } = rendered(note(250, 100), 350, sampleRate)
    const start = 0.25 * sampleRate
    expect(peakOf(samples.slice(0, start))).toBe(0)
    expect(peakOf(samples.slice(start, start + 8))).toBeGreaterThan(0)
  })

  it('ends when the last note has died away', () => {
    const { samples, seconds } = rendered(note(0, 500), 500)
    expect(seconds).toBeGreaterThan(0.6)
    expect(seconds).toBeLessThan(2.5)
    expect(peakOf(samples.slice(-RATE / 20))).toBeLessThan(1e-4)
    expect(rendered([], 2000).seconds).toBeCloseTo(2, 0)
  })

  it('fades out a note that never ends within five seconds', () => {
    const { samples, seconds } = rendered(note(0, 100).slice(0, 1), 100)
    expect(seconds).toBeCloseTo(5.1, 3)
    expect(peakOf(samples.slice(4 * RATE, 4.1 * RATE))).toBeGreaterThan(0.01)
    expect(peakOf(samples.slice(-100))).toBeLessThan(1e-3)
  })

  it('the same messages give the same samples', () => {
    const messages = [...note(0, 300), ...note(100, 300, 72, 3), ...note(150, 200, 40, 9)]
    expect(rendered(messages, 450).samples).toEqual(rendered(messages, 450).samples)
  })

  it('is silent without notes', () => {
    const volume = [{ bytes: [0xb0, 7, 100], atMs: 0 }]
    expect(peakOf(rendered(volume, 300).samples)).toBe(0)
  })

  it('reports progress and can be abandoned after any step', () => {
    const { progress } = rendered(note(0, 1500), 1500)
    expect(progress.length).toBeGreaterThan(15)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(progress.at(-1)).toBeLessThanOrEqual(1)
    let written = 0
    const count = (left: Float32Array) => {
      written += left.length
    }
    const steps = renderSteps(arranged(note(0, 1500), 1500), {
      ...{ sampleRate: RATE, banks: new Map(), room: 'hall' as const, write: count },
    })
    steps.next()
    steps.return()
    expect(written).toBe(4096)
  })

  it('lists the instruments that must be loaded', () => {
    const messages = [{ bytes: [0xc1, 40], atMs: 0 }, ...note(0, 100, 60, 1), ...note(0, 100, 38, 9)]
    const steps = arrangementSteps(
      { messages, startMs: 0, endMs: 100 },
      { instrument: { program: 25 }, followsPrograms: true },
    )
    expect(atOnce(steps).patches).toEqual([{ program: 40 }, { program: 0, isDrums: true }])
  })

  it('a song longer than three hours is rejected', () => {
    expect(() => arranged([], 3 * 3_600_000 + 1)).toThrow(
      expect.objectContaining({
        code: 'audio_too_long',
        message: 'The audio would be 181 minutes long. Choose a part of up to 180 minutes.',
      }),
    )
  })
})

it('WAV files store 16-bit samples', () => {
  const samples = samplesOf(Float32Array.of(-1, 0, 1), Float32Array.of(1, 0, -1))
  expect([...samples]).toEqual([-32_767, 32_767, 0, 0, 32_767, -32_767])
  const header = new DataView(wavHeader(samples.byteLength).buffer)
  expect(header.getUint32(4, true)).toBe(36 + 12)
  expect([header.getUint16(22, true), header.getUint32(24, true)]).toEqual([2, 44_100])
  expect([header.getUint32(28, true), header.getUint16(32, true)]).toEqual([176_400, 4])
  expect([header.getUint16(34, true), header.getUint32(40, true)]).toEqual([16, 12])
})
