import { beforeAll, describe, expect, it } from 'vitest'
import { ChordVerifier, type ExpectedNote } from '../../../src/music/audio/chord-verifier.js'
import { type Pluck, plucks } from './plucks.js'

const RATE = 44_100
const OPEN = [64, 59, 55, 50, 45, 40]
const ONSET = 0.3 * RATE
const STRUM_S = 0.02

/** @param frets from the lowest string, `x` for a silent one */
const shape = (frets: string): ExpectedNote[] =>
  [...frets].flatMap((fret, index) =>
    fret === 'x' ? [] : [{ string: 6 - index, pitch: (OPEN[5 - index] ?? 0) + Number(fret) }],
  )

describe('chord verifier', () => {
  let own: Pluck[] = []
  const verifier = new ChordVerifier(RATE, OPEN)
  beforeAll(async () => {
    own = (await plucks('shiny')).filter(({ name }) => name.endsWith('vl2_rr1_pickup.flac'))
  })

  /** A strum of real plucks, each resampled by at most 1.5 semitones. */
  function strum(notes: readonly ExpectedNote[], start = ONSET): Float32Array {
    const samples = new Float32Array(RATE)
    for (const [index, { pitch }] of notes.entries()) {
      const pluck = own.toSorted((a, b) => Math.abs(a.pitch - pitch) - Math.abs(b.pitch - pitch))[0]
      const ratio = 2 ** ((pitch - (pluck?.pitch ?? 0)) / 12)
      const from = Math.round(start + (STRUM_S * RATE * index) / notes.length)
      for (let at = from; at < samples.length; at += 1) {
        const position = (at - from) * ratio
        const before = Math.floor(position)
        const part = position - before
        const [first = 0, second = 0] = [pluck?.samples[before], pluck?.samples[before + 1]]
        samples[at] = (samples[at] ?? 0) + 0.5 * (first * (1 - part) + second * part)
      }
    }
    return samples
  }

  const verify = (played: string, expected: string, seconds = 0.3) =>
    verifier.verify(strum(shape(played)), ONSET, ONSET + seconds * RATE, shape(expected))

  it.each(['022100', 'x02210', 'xx0232', '320003', 'x32010', '577xxx', 'xxxx58', '3xxxxx'])(
    'accepts %s, played as expected',
    frets => {
      const { right, strings } = verify(frets, frets)
      expect(right).toBe(true)
      expect(strings).toEqual(shape(frets).map(({ string, pitch }) => ({ string, heard: pitch })))
    },
  )

  it.each([
    ['x02210', 'x02220', { string: 2, heard: 60, reason: 'semitone' }],
    ['xx0231', 'xx0232', { string: 1, heard: 65, reason: 'semitone' }],
    ['x3x010', 'x32010', { string: 4, heard: undefined, reason: 'silent' }],
    ['x02210', 'xx2210', { string: 5, heard: 45, reason: 'open' }],
    ['2xxxxx', '3xxxxx', { string: 6, heard: 42, reason: 'semitone' }],
    ['xxxxx3', 'xxx0xx', { string: 3, heard: 67, reason: 'octave' }],
  ] as const)('hears the string that differs in %s, where %s is expected', (played, expected, verdict) => {
    const { right, strings } = verify(played, expected)
    expect(right).toBe(false)
    expect(strings.filter(({ reason }) => reason)).toEqual([verdict])
  })

  it('never hears a note that is too low for its string', () => {
    const mellow = Float32Array.from({ length: RATE }, (_, at) => {
      const seconds = (at - ONSET) / RATE
      if (seconds < 0) return 0
      const partials = [1, 2, 3, 4, 5].map(
        partial => (Math.sin(2 * Math.PI * 110 * partial * seconds) * Math.exp(-partial * seconds)) / partial,
      )
      return 0.25 * partials.reduce((sum, each) => sum + each)
    })
    const { strings } = verifier.verify(mellow, ONSET, ONSET + 0.25 * RATE, [{ string: 5, pitch: 45 }])
    expect(strings.map(({ heard }) => heard)).not.toContain(33)
  })

  it('hears every string of a chord within 90 ms', () => {
    expect(verify('x02220', 'x02220', 0.09).right).toBe(true)
    expect(verify('x02220', 'x02210', 0.09).right).toBe(false)
  })

  it.each([
    ['xxx0xx', 'x3xxxx'],
    ['xxxxx0', 'xx02xx'],
  ])('ignores %s, which has rung since before %s', (ringing, played) => {
    const before = strum(shape(ringing), 0.05 * RATE)
    const samples = strum(shape(played)).map((sample, index) => sample + (before[index] ?? 0))
    const { right } = verifier.verify(samples, ONSET, ONSET + 0.25 * RATE, shape(played))
    expect(right).toBe(true)
  })

  it('reports every string of silence as silent', () => {
    const { strings } = verifier.verify(new Float32Array(RATE), ONSET, 2 * ONSET, shape('x02220'))
    expect(strings.every(({ reason }) => reason === 'silent')).toBe(true)
  })
})
