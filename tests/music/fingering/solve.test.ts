import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fingering, PositionNote, SolveOptions } from '../../../src/music/fingering/fingering.js'
import { gripsOf, isReach, type Neck } from '../../../src/music/fingering/grips.js'
import { beginLive, next } from '../../../src/music/fingering/live.js'
import { solve } from '../../../src/music/fingering/solve.js'
import { soundingAt } from '../../support/positions-named.js'
import { rounds } from '../../support/rounds.js'
import { rows } from '../../support/rows.js'
import { MODEL, melody, STANDARD } from './model.js'

const solved = (notes: readonly PositionNote[], options: Partial<SolveOptions> = {}) =>
  solve(notes, { tuning: STANDARD, ...options }, MODEL)
/** Parses pins written as note and string. */
const pinsOf = (text: string) => rows(text).map(([note = 0, string = 0]) => ({ note, string }))
const shown = ({ notes: positions }: Fingering) =>
  positions.map(({ position }) => (position ? `${position.string}/${position.fret}` : '–')).join(' ')

/** Scale run that can be played in first position or higher up the neck. */
const RUN = melody(64, 65, 67, 69, 71, 72, 71, 69, 67, 65, 64, 62, 60, 62, 64)

/** Banjo, whose fifth string is the highest and begins at the fifth fret. */
const BANJO = { strings: [62, 59, 55, 50, 67], begins: [0, 0, 0, 0, 5] }
const tune = melody(67, 62, 67, 59, 67, 55, 69, 67)
const banjo = (options: Partial<SolveOptions> = {}) =>
  shown(solved(tune, { tuning: BANJO, ...options })).split(' ')

it('the short banjo string can be played open, and its frets are numbered from the nut', () => {
  const positions = banjo({ pinned: [{ note: 6, string: 5 }] })
  expect([positions[0], positions[6]]).toEqual(['5/0', '5/7'])
})

describe('whole-piece fingering', () => {
  it('a melody stays near the nut if possible and otherwise in one hand position', () => {
    const positions = (tune: readonly number[]) =>
      shown(solved(melody(...tune, ...tune, ...tune)))
        .split(' ')
        .slice(tune.length, 2 * tune.length)
        .join(' ')
    expect(positions([55, 60, 62, 64, 60, 67, 65, 64, 62, 59, 60, 55])).toBe(
      '3/0 2/1 2/3 1/0 2/1 1/3 1/1 1/0 2/3 2/0 2/1 3/0',
    )
    // The highest note, C5, is at fret 8 of the first string.
    expect(positions([60, 62, 64, 65, 67, 69, 71, 72, 71, 69, 67, 65, 64, 62])).toBe(
      '3/5 3/7 2/5 2/6 2/8 1/5 1/7 1/8 1/7 1/5 2/8 2/6 2/5 3/7',
    )
  })

  it('moving power chords keep their shape, even around low open strings', () => {
    const power = (root: number) => [root, root + 7, root + 12]
    const riff = [50, 52, 53, 55, 53, 52].map(power)
    for (const position of shown(solved(melody(...riff, ...riff))).split(' '))
      expect(position).toMatch(/^[543]\/[1-9]/)
    const chug = [40, 40, [54, 47], 40, 40, [55, 48], 40, 40, [57, 50], 40, 40, [59, 52]]
    const positions = shown(solved(melody(...chug, ...chug))).split(' ')
    for (let at = 2; at < positions.length; at += 4)
      expect(Number(positions[at + 1]?.[0]) - Number(positions[at]?.[0])).toBe(1)
  })

  it('every position has the note’s pitch on any neck', () => {
    const necks = fc.record({
      strings: fc.array(fc.integer({ min: 20, max: 80 }), { minLength: 3, maxLength: 10 }),
      begins: fc.array(fc.constantFrom(0, 0, 0, 5, 7), { maxLength: 10 }),
      capo: fc.integer({ min: 0, max: 7 }),
    })
    const note = fc.record({
      onset: fc.integer({ min: 0, max: 12 }).map(eighths => eighths / 2),
      duration: fc.constantFrom(0, 0.5, 4),
      pitch: fc.integer({ min: 0, max: 127 }),
    })
    fc.assert(
      fc.property(necks, fc.array(note, { maxLength: 40 }), ({ strings, begins, capo }, notes) => {
        const tuning = { strings, begins }
        const { notes: positions, problems } = solve(notes, { tuning, capo }, MODEL)
        expect(positions).toHaveLength(notes.length)
        const reported = new Set(problems.flatMap(problem => problem.notes))
        const byOnset = new Map<number, number[]>()
        for (const [index, { position, confidence }] of positions.entries()) {
          if (!position) {
            expect(reported).toContain(index)
            continue
          }
          expect(soundingAt(tuning, capo, position.string, position.fret)).toBe(notes[index]?.pitch)
          expect(confidence).toBeGreaterThanOrEqual(0)
          expect(confidence).toBeLessThanOrEqual(1)
          const onset = notes[index]?.onset ?? 0
          byOnset.set(onset, [...(byOnset.get(onset) ?? []), index])
        }
        for (const together of byOnset.values()) {
          // Two voices may share a note and its position.
          const places = new Set(together.map(index => JSON.stringify(positions[index]?.position)))
          const used = new Set(together.map(index => positions[index]?.position?.string))
          expect(used.size).toBe(places.size)
          const frets = together.map(index => positions[index]?.position?.fret ?? 0).filter(fret => fret > 0)
          if (frets.length > 0 && !together.some(index => reported.has(index)))
            expect(isReach(Math.min(...frets), Math.max(...frets))).toBe(true)
        }
      }),
      rounds(150, 10),
    )
  })

  it('notes are placed outside the preferred frets only if they have no position inside', () => {
    const scale = [40, 41, 43, 45, 47, 48, 50, 52, 53, 55, 57, 59, 60, 62, 64, 65, 67]
    const { notes: positions } = solved(melody(...scale), { hand: [{ low: 5, high: 9 }] })
    const isInside = (fret: number) => fret === 0 || (fret >= 5 && fret <= 9)
    const outside = positions.flatMap(({ position }, index) =>
      position && isInside(position.fret) ? [] : [scale[index]],
    )
    // These two notes are outside the fret range on every string.
    expect(outside).toEqual([41, 43])
  })
})

describe('pinned notes', () => {
  it('a pinned note stays on its string, and the following notes are placed near it', () => {
    const solution = solved(RUN, { pinned: [{ note: 0, string: 3 }] })
    expect(solution.notes[0]?.position).toEqual({ string: 3, fret: 9 })
    expect(solution.notes[1]?.position?.fret).toBeGreaterThan(5)
  })

  it('pins influence the whole piece, including unpinned repeats', () => {
    const long = [0, 1, 2, 3].flatMap(round => RUN.map(note => ({ ...note, onset: note.onset + round * 24 })))
    const pinned = RUN.map((note, index) => ({
      note: index,
      string: note.pitch >= 69 ? 2 : note.pitch >= 64 ? 3 : 4,
    }))
    // Counts notes in later rounds that use the strings pinned in the first round (ninth position).
    const followed = ({ notes: positions }: Fingering) =>
      positions
        .slice(RUN.length)
        .filter(({ position }, index) => position?.string === pinned[index % RUN.length]?.string).length
    expect(followed(solved(long))).toBeLessThan(10)
    expect(followed(solved(long, { pinned }))).toBeGreaterThan(15)
  })

  it('unreachable pins are kept and reported', () => {
    const notes = melody([64, 52])
    const { notes: positions, problems } = solved(notes, { pinned: pinsOf('0 5, 1 6') })
    expect(positions.map(({ position }) => position?.string)).toEqual([5, 6])
    expect(problems.map(({ kind }) => kind)).toEqual(['no_legal_grip'])
  })

  it('conflicting and impossible pins are dropped and reported with a reason', () => {
    const notes = melody([64, 60], 40)
    const pinned = pinsOf('0 2, 1 2, 0 3, 2 1, 99 1, 1 17')
    const { problems, notes: positions } = solved(notes, { pinned })
    expect(problems.map(({ kind, notes: [note] }) => `${kind} ${note}`).sort()).toEqual([
      ...['pin_contradicts 0', 'pin_contradicts 1'],
      ...['pin_impossible 1', 'pin_impossible 2', 'pin_impossible 99'],
    ])
    expect(positions[0]?.position?.string).toBe(2)
  })

  it('valid pins are kept in any sequence of chords', () => {
    const pitch = fc.integer({ min: 40, max: 80 })
    fc.assert(
      fc.property(
        fc.array(fc.array(pitch, { minLength: 1, maxLength: 8 }), { maxLength: 12 }),
        fc.array(fc.record({ note: fc.nat(60), string: fc.integer({ min: 1, max: 6 }) }), { maxLength: 20 }),
        (chords, pinned) => {
          const { notes: positions, problems } = solved(melody(...chords), { pinned })
          const dropped = problems.filter(({ kind }) => kind.startsWith('pin_'))
          const letGo = new Set(dropped.flatMap(({ notes }) => notes))
          for (const { note, string } of pinned)
            if (!letGo.has(note)) expect(positions[note]?.position?.string).toBe(string)
        },
      ),
      rounds(150, 11),
    )
  })
})

describe('invalid solver input', () => {
  it('notes out of range are skipped or, if requested, moved by octaves', () => {
    const notes = melody(28, 64)
    expect(solved(notes).problems).toEqual([{ kind: 'out_of_range', notes: [0] }])
    expect(shown(solved(notes))).toBe('– 1/0')
    const moved = solved(notes, { moveOctaves: true })
    expect(moved.problems).toEqual([])
    expect(moved.notes[0]).toMatchObject({ position: { string: 6, fret: 0 }, octaves: 1 })
  })

  it('a chord with more notes than strings is reduced but keeps its outer notes', () => {
    const { notes: positions, problems } = solved(melody([76, 72, 69, 67, 64, 60, 55, 48, 40]))
    expect(problems.filter(({ kind }) => kind === 'no_string_left')).toHaveLength(3)
    expect(positions.filter(({ position }) => position)).toHaveLength(6)
  })

  it('two notes with the same pitch share a position if there are not enough strings', () => {
    // All six strings are needed, and both voices play the same B.
    const { notes: positions, problems } = solved(melody([64, 59, 59, 55, 50, 45, 40]))
    expect([positions[2], positions[1]?.position]).toEqual([positions[1], { string: 2, fret: 0 }])
    expect(problems).toEqual([])
    // This note can be played only on the lowest string.
    expect(shown(solved(melody([40, 40])))).toBe('6/0 6/0')
  })

  it.each([
    [{ tuning: { strings: [64, 59] } }, '3 to 10'],
    [{ tuning: { strings: [64, 59, 55.5] } }, 'a valid string pitch'],
    [{ capo: 24 }, 'capo'],
    [{ frets: 0 }, 'frets'],
    [{ tuning: { ...BANJO, begins: [0, 0, 0, 0, 5.5] } }, 'cannot start'],
  ])('an invalid neck is rejected: %o', (options, part) => {
    expect(() => solved(RUN, options)).toThrow(part)
  })
})

describe('live fingering', () => {
  it('the hand stays in position while notes are within reach', () => {
    const state = beginLive({ tuning: STANDARD }, MODEL)
    // Descends from fret 10 of the first string, where an open string would break the line.
    const frets = [74, 72, 71, 72, 74].map(
      (pitch, at) => next([pitch], at / 4, state)[0]?.position?.fret ?? -1,
    )
    expect(Math.min(...frets)).toBeGreaterThan(4)
  })

  it('every position has its note’s pitch, and no string has two notes at once', () => {
    const chord = fc.array(fc.integer({ min: 0, max: 127 }), { maxLength: 12 })
    fc.assert(
      fc.property(fc.array(chord, { maxLength: 30 }), chords => {
        const state = beginLive({ tuning: STANDARD, capo: 1 }, MODEL)
        for (const [at, pitches] of chords.entries()) {
          const positions = next(pitches, at, state)
          expect(positions).toHaveLength(pitches.length)
          const used = positions.flatMap(({ position }) => (position ? [position.string] : []))
          expect(new Set(used).size).toBe(used.length)
          for (const [index, { position }] of positions.entries())
            if (position) expect(soundingAt(STANDARD, 1, position.string, position.fret)).toBe(pitches[index])
        }
      }),
      rounds(100, 12),
    )
  })

  it('a rolled chord gets the same positions as a strummed chord', () => {
    const chords = [[64], [40, 47, 52], [64, 60, 55], [57], [69, 64, 60]]
    const once = beginLive({ tuning: STANDARD }, MODEL)
    const rolled = beginLive({ tuning: STANDARD }, MODEL)
    for (const [at, pitches] of chords.entries()) {
      const wanted = next(pitches, at, once)
      for (let count = 1; count < pitches.length; count += 1) next(pitches.slice(0, count), at, rolled)
      expect(next(pitches, at, rolled)).toEqual(wanted)
    }
  })

  it('strings that are still sounding are avoided if possible', () => {
    const position = (sounding: readonly number[]) =>
      next([64], 0, beginLive({ tuning: STANDARD }, MODEL), { sounding })[0]?.position
    expect(position([])).toEqual({ string: 1, fret: 0 })
    expect(position([1])?.string).not.toBe(1)
    expect(position([1, 2, 3, 4, 5, 6])).toEqual({ string: 1, fret: 0 })
  })

  it('notes are placed within the preferred frets if possible', () => {
    const state = beginLive({ tuning: STANDARD }, MODEL)
    const within = { low: 7, high: 12 }
    const fretOf = (pitch: number, at: number) =>
      next([pitch], at, state, { within })[0]?.position?.fret ?? Number.NaN
    for (const [at, pitch] of [64, 65, 67, 69, 59, 50].entries()) {
      const fret = fretOf(pitch, at)
      expect(fret).toBeGreaterThanOrEqual(7)
      expect(fret).toBeLessThanOrEqual(12)
    }
    // This note can be played only on the open lowest string.
    expect(next([40], 99, state, { within })[0]?.position).toEqual({ string: 6, fret: 0 })
  })
})

const GUITAR: Neck = { strings: [64, 59, 55, 50, 45, 40], capo: 0, top: 24 }

function framesOf(pitches: readonly number[], neck: Neck, g = 0): string {
  const { string, fret, size } = gripsOf(pitches, neck)
  const at = (i: number) => `${(string[g * size + i] ?? 0) + 1}/${fret[g * size + i]}`
  return Array.from({ length: size }, (_, i) => at(i)).join(' ')
}

describe('chord grips', () => {
  it('the first grip uses the lowest frets', () => {
    expect(framesOf([64], GUITAR)).toBe('1/0')
    expect(framesOf([64, 60, 55, 52, 48], GUITAR)).toBe('1/0 2/1 3/0 4/2 5/3')
    expect(framesOf([66], { ...GUITAR, capo: 2 })).toBe('1/0')
  })

  it('grips include every combination within reach of one hand', () => {
    const positions = (pitches: readonly number[]) => gripsOf(pitches, GUITAR).count
    expect([positions([64]), positions([40])]).toEqual([6, 1])
    expect(gripsOf([65, 64], GUITAR).legal).toBe(true)
  })

  it('a grip can span five frets in low positions and six higher up', () => {
    expect([isReach(1, 6), isReach(7, 13), isReach(8, 14)]).toEqual([true, false, true])
    expect(isReach(8, 15)).toBe(false)
  })

  it('a note that specifies a string stays on that string', () => {
    const { string, count } = gripsOf([64, 60], GUITAR, [2, -1])
    expect(count).toBeGreaterThan(0)
    expect([...string].filter((_, at) => at % 2 === 0).every(value => value === 2)).toBe(true)
  })
})
