import { describe, expect, it } from 'vitest'
import { Listening, type ListeningReport } from '../../../src/plugins/audio-in/listening.js'
import { played, plucks } from '../../music/audio/plucks.js'

const OPEN = [64, 59, 55, 50, 45, 40]
const SIZE = 512

/** @param gap seconds that are missing before each sample, by its time */
function hear(
  listening: Listening,
  samples: Float32Array,
  rate: number,
  gap: (seconds: number) => number = () => 0,
): ListeningReport[] {
  const reports: ListeningReport[] = []
  for (let from = 0; from < samples.length; from += SIZE) {
    const end = (from + SIZE) / rate
    const report = listening.push(samples.slice(from, from + SIZE), end + gap(end))
    if (report) reports.push(report)
  }
  return reports
}

const notesIn = (reports: readonly ListeningReport[]) =>
  reports.flatMap(({ heard }) => heard.filter(each => each.type === 'note'))

describe('listening', async () => {
  const notes = (await plucks('emily', 10)).slice(0, 4)
  const rate = notes[0]?.sampleRate ?? 44_100
  const times = notes.map((_, index) => 0.5 + index)

  it('reports notes with their times on the audio clock, also after samples were dropped', () => {
    const from = 100
    const gap = (seconds: number) => from + (seconds > 2.4 ? 0.3 : 0)
    const heard = notesIn(hear(new Listening(rate, OPEN), played(notes, times, 4.5), rate, gap))
    expect(heard.map(({ pitch }) => pitch)).toEqual(notes.map(({ pitch }) => pitch))
    for (const [index, { audioTime }] of heard.entries()) {
      const time = times[index] ?? 0
      expect(Math.abs(audioTime - time - gap(time))).toBeLessThan(0.03)
    }
  })

  it('reports about twenty times per second, with the peak since the last report', () => {
    const samples = new Float32Array(2 * rate)
    samples[rate + 7] = -0.6
    const reports = hear(new Listening(rate, OPEN), samples, rate)
    expect(reports.length).toBeGreaterThan(30)
    expect(reports.length).toBeLessThan(42)
    expect(reports.map(({ peak }) => peak).filter(peak => peak > 0)).toEqual([Math.fround(0.6)])
  })

  it('measures pitches only while tuning', () => {
    const listening = new Listening(rate, OPEN)
    const tone = (at: number) =>
      [1, 2, 3, 4].reduce(
        (sum, partial) => sum + Math.sin((2 * Math.PI * 110 * partial * at) / rate) / partial,
        0,
      )
    const samples = Float32Array.from({ length: SIZE * 80 }, (_, at) => 0.3 * tone(at))
    expect(hear(listening, samples, rate).at(-1)?.tuned).toBeUndefined()
    listening.setTuning(true)
    expect(hear(listening, samples, rate).at(-1)?.tuned?.hz).toBeCloseTo(110, 1)
  })

  it('starts again with a new tuning', () => {
    const listening = new Listening(rate, OPEN)
    hear(listening, played(notes.slice(0, 1), times, 2), rate)
    listening.setOpen([43, 38, 33, 28])
    expect(notesIn(hear(listening, played(notes.slice(0, 1), [0.5], 1.5), rate, () => 50))).toMatchObject([
      { id: 1 },
    ])
  })

  it.each([
    ['the tuning changes', (listening: Listening) => listening.setOpen([43, 38, 33, 28])],
    ['the tuner is opened', (listening: Listening) => listening.setTuning(true)],
    [
      'the tuner is opened and closed again',
      (listening: Listening) => {
        listening.setTuning(true)
        listening.setTuning(false)
      },
    ],
  ])('ends every note when %s', (_, interrupt) => {
    const listening = new Listening(rate, OPEN)
    const heard = (seconds: number) =>
      hear(listening, played(notes, times, 4.5).subarray(0, seconds * rate), rate).flatMap(each => each.heard)
    const before = heard(3.8)
    interrupt(listening)
    const [next] = hear(listening, new Float32Array(rate / 10), rate, () => 3.8)
    const ended = [...before, ...(next?.heard ?? [])].flatMap(each => (each.type === 'end' ? [each.id] : []))
    expect(before.at(-1)?.type).not.toBe('end')
    expect(ended.toSorted()).toEqual(
      before.flatMap(each => (each.type === 'note' ? [each.id] : [])).toSorted(),
    )
    for (const each of next?.heard ?? []) expect(each.audioTime).toBeCloseTo(3.8, 1)
  })
})
