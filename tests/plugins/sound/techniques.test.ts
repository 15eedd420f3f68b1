// Techniques of guitars and basses, measured from their sound.

import { describe, expect, it } from 'vitest'
import { parseSong, type Song } from '../../../src/music/song/song.js'
import { songEvents } from '../../../src/music/song/song-events.js'
import type { Technique } from '../../../src/music/song/techniques.js'
import { importer, Settings } from '../../../src/plugins/score-files/engine.js'
import { songOfScore } from '../../../src/plugins/score-files/reading/read-score.js'
import { brightness, cents, decayTime, loudness, pitchNear } from '../../support/hear.js'
import { performed, phrase, SAMPLE_RATE, wholeBank } from './rendered.js'

const bank = await wholeBank()
const NYLON = 24
const STEEL = 25
const JAZZ = 26
const CLEAN = 27
const OVERDRIVEN = 29
const DISTORTED = 30
const BASS = 33
const PICKED_BASS = 34

const AT = 0.02
/** Seconds that alphaTab gives to notes with these techniques. */
const SHORT: Partial<Record<Technique, number>> = { 'palm-mute': 0.083, dead: 0.031 }
const played = new Map<string, Float32Array>()
/** Renders each sound once. */
const play = (program: number, note: number, ...techniques: Technique[]) => {
  const key = [program, note, ...techniques].join()
  const seconds = Math.min(...techniques.map(technique => SHORT[technique] ?? 1.2), 1.2)
  const samples = played.get(key) ?? phrase(bank, program, [{ at: AT, seconds, note, techniques }], 1.4)
  played.set(key, samples)
  return samples
}
const noteOf = (program: number) => (program >= 32 ? 33 : 45)
const both = (program: number, technique: Technique) =>
  [play(program, noteOf(program)), play(program, noteOf(program), technique)] as const

const decibels = (ratio: number) => 20 * Math.log10(ratio)
const level = (samples: Float32Array, from = AT, to = AT + 0.15) => loudness(samples, SAMPLE_RATE, from, to)
const decay = (samples: Float32Array) => decayTime(samples, SAMPLE_RATE, 20)
const bright = (samples: Float32Array) => brightness(samples, SAMPLE_RATE, AT, AT + 0.15)
/** Level of the highest frequencies in the first 30 ms, which contain the pick. */
const pick = (samples: Float32Array) => {
  const high = samples.map(
    (sample, index) => sample - 2 * (samples[index - 1] ?? 0) + (samples[index - 2] ?? 0),
  )
  return loudness(high, SAMPLE_RATE, AT, AT + 0.03)
}

const GUITARS = [NYLON, STEEL, JAZZ, CLEAN]

describe('palm mute', () => {
  it.each([...GUITARS, OVERDRIVEN, DISTORTED, BASS, PICKED_BASS])('shortens notes of program %i', program => {
    const [plain, muted] = both(program, 'palm-mute')
    expect(decay(muted)).toBeLessThan(Math.min(0.5, decay(plain) / 2))
    expect(Math.abs(decibels(level(muted) / level(plain)))).toBeLessThan(9)
  })

  it.each(GUITARS)('darkens program %i', program => {
    const [plain, muted] = both(program, 'palm-mute')
    expect(bright(muted) / bright(plain)).toBeLessThan(0.9)
  })

  it.each([OVERDRIVEN, DISTORTED].flatMap(program => [40, 45, 52, 57].map(note => [program, note] as const)))(
    'darkens program %i, note %i by at least a quarter, about as loud',
    (program, note) => {
      const [plain, muted] = [play(program, note), play(program, note, 'palm-mute')]
      expect(bright(muted) / bright(plain)).toBeLessThan(0.75)
      expect(Math.abs(decibels(level(muted) / level(plain)))).toBeLessThan(8)
    },
  )
})

describe('dead notes', () => {
  it.each([...GUITARS, OVERDRIVEN, DISTORTED, BASS, PICKED_BASS])(
    'are a short knock without pitch, but audible, on program %i',
    program => {
      const [plain, dead] = both(program, 'dead')
      expect(decay(dead)).toBeLessThan(0.12)
      expect(decibels(level(dead) / level(plain))).toBeGreaterThan(-12)
    },
  )
})

describe('harmonics', () => {
  it.each(
    GUITARS.flatMap(program =>
      [64, 71, 76, 83].flatMap(note =>
        (['natural-harmonic', 'artificial-harmonic'] as const).map(name => [program, note, name] as const),
      ),
    ),
  )('program %i, note %i: a %s sounds at its pitch, and purer than a plucked note', (program, note, name) => {
    const hz = 440 * 2 ** ((note - 69) / 12)
    const [plain, harmonic] = [play(program, note), play(program, note, name)]
    expect(Math.abs(cents(pitchNear(harmonic, SAMPLE_RATE, hz, 0.2, 0.6), hz))).toBeLessThan(15)
    expect(overtones(harmonic, hz)).toBeLessThan(overtones(plain, hz) - 1.5)
    expect(decibels(level(harmonic) / level(plain))).toBeGreaterThan(-13)
  })
})

describe('notes that are not picked', () => {
  it.each(
    [...GUITARS, OVERDRIVEN, DISTORTED, BASS, PICKED_BASS].flatMap(program =>
      (['hammer-on', 'pull-off', 'tap'] as const).map(name => [program, name] as const),
    ),
  )('program %i, %s: the pick is not heard, and the note rings on', (program, name) => {
    const [plain, hammered] = both(program, name)
    expect(decibels(pick(hammered) / pick(plain))).toBeLessThan(-4)
    expect(decibels(level(hammered, 0.3, 0.6) / level(plain, 0.3, 0.6))).toBeGreaterThan(-5)
  })
})

describe('slap and pop', () => {
  it.each(['slap', 'pop'] as const)('a %s has a harder attack than a plucked bass note', name => {
    const [plain, slapped] = both(BASS, name)
    expect(decibels(pick(slapped) / pick(plain))).toBeGreaterThan(6)
  })

  it.each(
    [...GUITARS, OVERDRIVEN, DISTORTED].flatMap(
      program =>
        [
          [program, 'slap'],
          [program, 'pop'],
        ] as const,
    ),
  )('program %i: a %s has a harder attack than a picked guitar note', (program, name) => {
    const [plain, slapped] = both(program, name)
    expect(decibels(pick(slapped) / pick(plain))).toBeGreaterThan(3)
  })

  it.each([...GUITARS, OVERDRIVEN, DISTORTED])('program %i: a slap is shorter than a pop', program => {
    const [slap = new Float32Array(), pop = new Float32Array()] = (['slap', 'pop'] as const).map(name =>
      play(program, 45, name),
    )
    expect(decibels(level(slap, 0.5, 0.8) / level(pop, 0.5, 0.8))).toBeLessThan(-4)
  })

  it('slap and pop sound different', () => {
    const [slap, pop] = (['slap', 'pop'] as const).map(name => play(BASS, 33, name)) as [
      Float32Array,
      Float32Array,
    ]
    expect(decay(pop) / decay(slap)).toBeGreaterThan(1.5)
  })
})

/** Level of the second to sixth harmonics compared with the first, dB. */
function overtones(samples: Float32Array, hz: number): number {
  const amplitude = (number: number) => {
    let [real, imaginary] = [0, 0]
    for (let index = Math.round(0.1 * SAMPLE_RATE); index < 0.4 * SAMPLE_RATE; index += 1) {
      const phase = (2 * Math.PI * number * hz * index) / SAMPLE_RATE
      real += (samples[index] ?? 0) * Math.cos(phase)
      imaginary += (samples[index] ?? 0) * Math.sin(phase)
    }
    return Math.hypot(real, imaginary)
  }
  return decibels(Math.hypot(...[2, 3, 4, 5, 6].map(amplitude)) / amplitude(1))
}

describe('techniques that alphaTab performs', () => {
  /** Renders a bar of alphaTex at 120 bpm on a steel guitar. */
  const bar = (alphaTex: string) => {
    const reader = new importer.AlphaTexImporter()
    reader.initFromString(`\\tempo 120 . \\track \\instrument 25 ${alphaTex}`, new Settings())
    const song = parseSong(songOfScore(reader.readScore())) as Song
    return performed(bank, songEvents(song), 2.6)
  }
  const pitchAt = (samples: Float32Array, near: number, from: number) => {
    const hz = 440 * 2 ** ((near - 69) / 12)
    return near + cents(pitchNear(samples, SAMPLE_RATE, hz, from, from + 0.12), hz) / 100
  }
  const starts = (samples: Float32Array) => onsets(samples)
  const levelAt = (samples: Float32Array, from: number) => level(samples, from, from + 0.1)

  it('a bend rises by its interval', () => {
    const bend = bar(':1 3.2{b (0 4)}')
    expect(pitchAt(bend, 62, 0.03) - 62).toBeLessThan(0.3)
    expect(pitchAt(bend, 64, 1.85) - 62).toBeGreaterThan(1.7)
  })

  it('a legato slide reaches the next note’s pitch without a new attack', () => {
    const slide = bar(':2 3.2{sl} 5.2')
    expect(Math.abs(pitchAt(slide, 64, 1.2) - 64)).toBeLessThan(0.1)
    expect(starts(slide)).toHaveLength(1)
    expect(starts(bar(':2 3.2 5.2'))).toHaveLength(2)
  })

  it('vibrato moves the pitch up and down', () => {
    const spread = (samples: Float32Array) => {
      const pitches = Array.from({ length: 24 }, (_, index) => pitchShort(samples, 0.3 + index * 0.05))
      return Math.max(...pitches) - Math.min(...pitches)
    }
    expect(spread(bar(':1 3.2{v}'))).toBeGreaterThan(spread(bar(':1 3.2')) + 10)
  })

  it('a whammy bar dives and returns', () => {
    const dive = bar(':1 3.2{tb (0 -4 0)}')
    expect(pitchAt(dive, 60, 0.95)).toBeLessThan(60.6)
    expect(Math.abs(pitchAt(dive, 62, 1.9) - 62)).toBeLessThan(0.4)
  })

  it.each([
    ['tremolo picking', ':4 3.2{tp 8} r r r', 2],
    ['a grace note', ':1 2.2{gr} 3.2', 2],
  ])('%s is heard as repeated attacks', (_, written, count) =>
    expect(starts(bar(written)).length).toBe(count),
  )

  it('a strum spreads the notes of a chord', () => {
    const hardness = (samples: Float32Array) => decibels(level(samples, 0, 0.04) / level(samples, 0.15, 0.25))
    const [struck, strummed] = ['', '{bd 240}'].map(mark => bar(`:1 (0.6 2.5 2.4 1.3 0.2 0.1)${mark}`))
    expect(hardness(strummed as Float32Array)).toBeLessThan(hardness(struck as Float32Array) - 3)
  })

  it('staccato notes are shorter, and let ring makes them longer', () => {
    const plain = bar(':4 3.2 r r r')
    expect(levelAt(bar(':4 3.2{st} r r r'), 0.4) / levelAt(plain, 0.4)).toBeLessThan(0.3)
    const [ringing, ended] = [bar(':4 3.2{lr} 3.3{lr} 2.4{lr} r'), bar(':4 3.2 r r r')]
    expect(levelAt(ringing, 0.9) / levelAt(ended, 0.9)).toBeGreaterThan(3)
  })

  it.each([
    ['an accent is louder', '{ac}', 1],
    ['a ghost note is quieter', '{g}', -1],
  ])('%s', (_, mark, sign) => {
    const ratio = decibels(levelAt(bar(`:1 3.2${mark}`), 0.05) / levelAt(bar(':1 3.2'), 0.05))
    expect(ratio * sign).toBeGreaterThan(1)
  })

  it('a fade-in swells, and the next bar has its full level after a fade-out', () => {
    const swell = bar(':1 3.2{f}')
    expect(decibels(levelAt(swell, 0.05) / levelAt(bar(':1 3.2'), 0.05))).toBeLessThan(-10)
    const [faded, plain] = [bar(':2 3.2{fo} 3.2'), bar(':2 3.2 3.2')]
    expect(decibels(levelAt(faded, 0.85) / levelAt(plain, 0.85))).toBeLessThan(-10)
    expect(Math.abs(decibels(levelAt(faded, 1.1) / levelAt(plain, 1.1)))).toBeLessThan(1.5)
  })

  it('triplet feel delays every second eighth note', () => {
    const [, second = 0] = starts(bar('\\tf triplet8th :8 3.2 3.2 3.2 3.2 3.2 3.2 3.2 3.2'))
    const [, even = 0] = starts(bar(':8 3.2 3.2 3.2 3.2 3.2 3.2 3.2 3.2'))
    expect(second - even).toBeGreaterThan(0.06)
    expect(second - even).toBeLessThan(0.11)
  })
})

/** Pitch of a moment in cents over D4, by zero crossings of the fundamental. */
function pitchShort(samples: Float32Array, from: number): number {
  const hz = 440 * 2 ** ((62 - 69) / 12)
  return cents(pitchNear(samples, SAMPLE_RATE, hz, from, from + 0.025), hz)
}

/** Times in seconds at which high frequencies appear. */
function onsets(samples: Float32Array): number[] {
  const high = samples.map(
    (sample, index) => sample - 2 * (samples[index - 1] ?? 0) + (samples[index - 2] ?? 0),
  )
  const step = 0.01
  const levels = Array.from({ length: Math.floor(samples.length / SAMPLE_RATE / step) }, (_, index) =>
    loudness(high, SAMPLE_RATE, index * step, (index + 1) * step),
  )
  const most = Math.max(...levels)
  const found: number[] = []
  for (const [index, now] of levels.entries()) {
    const before = Math.max(...levels.slice(Math.max(0, index - 4), index), 0)
    if (now < most * 0.1 || now < before * 1.5) continue
    const at = index * step
    if (at - (found.at(-1) ?? -1) > 0.06) found.push(at)
  }
  return found
}
