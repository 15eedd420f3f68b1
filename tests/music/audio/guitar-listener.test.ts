import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../bench/support/random.js'
import type { ExpectedNote } from '../../../src/music/audio/chord-verifier.js'
import { GuitarListener } from '../../../src/music/audio/guitar-listener.js'
import { type Heard, lastingNotes } from '../../../src/music/audio/heard.js'
import { gliding, type Pluck, played, plucks, strummed } from './plucks.js'

const RATE = 44_100
const SETUP = { open: [64, 59, 55, 50, 45, 40], frets: 24 }
const BEFORE_S = 0.2

function heardIn(samples: Float32Array, expected?: readonly ExpectedNote[]): Heard[] {
  const listener = new GuitarListener(RATE, SETUP)
  listener.expectedAt = () => expected
  const heard: Heard[] = []
  for (let from = 0; from < samples.length; from += 441)
    heard.push(...listener.push(samples.subarray(from, from + 441)))
  return [...heard, ...listener.end()]
}

function heardAfterSilence(sound: Float32Array, expected?: readonly ExpectedNote[]): Heard[] {
  const samples = new Float32Array(sound.length + BEFORE_S * RATE)
  samples.set(sound, BEFORE_S * RATE)
  return heardIn(samples, expected)
}

const pitchesOf = (heard: readonly Heard[]) => lastingNotes(heard).map(({ pitch }) => pitch)

const bendsOf = (heard: readonly Heard[]) =>
  heard.flatMap(each => (each.type === 'bend' ? [each.semitones] : []))

const recorded = { emily: plucks('emily'), shiny: plucks('shiny') }

describe('guitar listener without a guitar', () => {
  it.each([0.0003, 0.01, 0.3])('hears no notes in white noise of amplitude %d', amplitude => {
    const random = createRandom(58)
    const noise = Float32Array.from({ length: 10 * RATE }, () => amplitude * (random.below(2001) / 1000 - 1))
    expect(pitchesOf(heardIn(noise))).toEqual([])
  })
})

describe.each([
  ['emily', /^c4_mf_rr1/],
  ['shiny', /^c4_vl2_rr1_pickup/],
] as const)('guitar listener, guitar %s', (guitar, name) => {
  const pluck = async () => (await recorded[guitar]).find(each => name.test(each.name)) as Pluck

  it('decides a note within 90 ms', async () => {
    const [note] = lastingNotes(heardAfterSilence((await pluck()).samples))
    expect(note?.pitch).toBe(60)
    expect((note?.decided ?? 0) - BEFORE_S).toBeLessThan(0.09)
  })

  it('ends a note when the string is damped', async () => {
    const { samples } = await pluck()
    const damped = samples.map((sample, index) => sample * Math.min(1, Math.exp((0.5 - index / RATE) / 0.02)))
    const end = heardAfterSilence(damped).find(({ type }) => type === 'end')
    expect(end).toMatchObject({ id: 1, at: expect.closeTo(0.8, 0) })
  })

  it('repeats a note that is plucked again more softly', async () => {
    const note = await pluck()
    const soft = { ...note, samples: note.samples.map(sample => sample / 2) }
    expect(pitchesOf(heardIn(played([note, soft], [0.2, 0.7], 1.2)))).toEqual([60, 60])
  })

  it.each([
    ['hammer-on', 2],
    ['pull-off', -3],
  ])('hears a %s as a new note', async (_, step) => {
    const heard = heardAfterSilence(gliding(await pluck(), 1, at => (at < 0.4 ? 0 : step)))
    expect(pitchesOf(heard)).toEqual([60, 60 + step])
    expect(lastingNotes(heard)[1]?.onset).toBeCloseTo(BEFORE_S + 0.4, 1)
  })

  it('hears a slide over several frets as a new note', async () => {
    const slide = (at: number) => Math.max(0, Math.min(5, Math.round((at - 0.4) * 40)))
    expect(pitchesOf(heardAfterSilence(gliding(await pluck(), 1, slide))).at(-1)).toBe(65)
  })

  it('hears a bend and its release within one note', async () => {
    const bend = (at: number) => (at < 0.3 ? 0 : 1 - Math.cos(Math.PI * Math.min(2, (at - 0.3) / 0.2)))
    const heard = heardAfterSilence(gliding(await pluck(), 1, bend))
    expect(pitchesOf(heard)).toEqual([60])
    expect(Math.max(...bendsOf(heard))).toBeCloseTo(2, 0)
    expect(bendsOf(heard).at(-1)).toBeCloseTo(0, 1)
  })

  it('hears vibrato as small bends', async () => {
    const vibrato = (at: number) => 0.4 * Math.sin(2 * Math.PI * 5 * at)
    const heard = heardAfterSilence(gliding(await pluck(), 1, vibrato))
    expect(pitchesOf(heard)).toEqual([60])
    expect(bendsOf(heard).length).toBeGreaterThan(15)
    expect(Math.max(...bendsOf(heard).map(Math.abs))).toBeLessThan(0.9)
  })

  it('gives louder notes a higher velocity', async () => {
    const note = await pluck()
    const soft = { ...note, samples: note.samples.map(sample => sample / 4) }
    const [loud = 0, quiet = 0] = lastingNotes(heardIn(played([note, soft], [0.2, 0.7], 1.2))).map(
      ({ velocity }) => velocity,
    )
    expect(loud).toBeCloseTo(0.9)
    expect(quiet).toBeLessThan(0.6)
  })

  const loud = async () => (await recorded[guitar]).filter(each => /_mf_rr1|vl2_rr1_pickup/.test(each.name))

  it.each([
    ['third', 4],
    ['fourth', 5],
    ['fifth', 7],
    ['sixth', 9],
  ])('hears both notes of a %s', async (_, interval) => {
    const sound = strummed(await loud(), [57, 57 + interval], 0.6)
    expect(pitchesOf(heardAfterSilence(sound)).toSorted((a, b) => a - b)).toEqual([57, 57 + interval])
  })

  it('hears each note of an arpeggio whose strings ring on', async () => {
    const own = await loud()
    const samples = new Float32Array(2 * RATE)
    for (const [index, pitch] of [48, 52, 55, 60].entries()) {
      const from = (0.2 + 0.3 * index) * RATE
      for (const [at, sample] of strummed(own, [pitch], 0.7).entries())
        samples[from + at] = (samples[from + at] ?? 0) + sample
    }
    const heard = heardIn(samples)
    expect(pitchesOf(heard)).toEqual([48, 52, 55, 60])
    const [note] = lastingNotes(heard)
    expect(heard.find(each => each.type === 'end' && each.id === note?.id)).toMatchObject({
      at: expect.toSatisfy((at: number) => at > 0.6),
    })
  })

  const C_CHORD = [48, 52, 55, 60, 64].map((pitch, index) => ({ string: 5 - index, pitch }))

  it('reports each string of an expected chord', async () => {
    const heard = heardAfterSilence(strummed(await loud(), [48, 52, 55, 60, 64], 0.8), C_CHORD)
    const strings = lastingNotes(heard).map(({ string, pitch }) => ({ string, pitch }))
    expect(strings.toSorted((a, b) => (b.string ?? 0) - (a.string ?? 0))).toEqual(C_CHORD)
  })

  it('reports what was played instead of an expected note', async () => {
    const heard = heardAfterSilence(strummed(await loud(), [48, 52, 55, 59, 64], 0.8), C_CHORD)
    expect(lastingNotes(heard).find(({ string }) => string === 2)?.pitch).toBe(59)
    const [single] = lastingNotes(heardAfterSilence((await pluck()).samples, [{ string: 1, pitch: 67 }]))
    expect(single?.pitch).toBe(60)
  })
})
