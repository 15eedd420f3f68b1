import { describe, expect, it } from 'vitest'
import { GuitarListener, type Heard, lastingNotes } from '../../../src/music/audio/guitar-listener.js'
import { gliding, type Pluck, played, plucks } from './plucks.js'

const RATE = 44_100
const SETUP = { open: [64, 59, 55, 50, 45, 40], frets: 24 }
const BEFORE_S = 0.2

function heardIn(samples: Float32Array): Heard[] {
  const listener = new GuitarListener(RATE, SETUP)
  const heard: Heard[] = []
  for (let from = 0; from < samples.length; from += 441)
    heard.push(...listener.push(samples.subarray(from, from + 441)))
  return [...heard, ...listener.end()]
}

function heardAfterSilence(sound: Float32Array): Heard[] {
  const samples = new Float32Array(sound.length + BEFORE_S * RATE)
  samples.set(sound, BEFORE_S * RATE)
  return heardIn(samples)
}

const pitchesOf = (heard: readonly Heard[]) => lastingNotes(heard).map(({ pitch }) => pitch)

const bendsOf = (heard: readonly Heard[]) =>
  heard.flatMap(each => (each.type === 'bend' ? [each.semitones] : []))

const recorded = { emily: plucks('emily'), shiny: plucks('shiny') }

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
})
