import { describe, expect, it } from 'vitest'
import { KINDS, type Remembered, trainerSettings } from '../../../../src/plugins/practice/trainer-settings.js'
import type { Card } from '../../../../src/plugins/practice/trainers/card.js'
import {
  type Asked,
  askedPositions,
  BLOCK,
  type DeckSettings,
  deck,
  NOTHING_ASKED,
  pick,
} from '../../../../src/plugins/practice/trainers/deck.js'
import { afterAnswer, gradeOf, standingOf } from '../../../../src/plugins/practice/trainers/memory.js'
import {
  ask,
  judgeNote,
  NO_PROGRESS,
  type PlayedNote,
} from '../../../../src/plugins/practice/trainers/question.js'
import { rows } from '../../../support/rows.js'

const NECK = { strings: [64, 59, 55, 50, 45, 40] }
const ALL: DeckSettings = {
  ...trainerSettings.defaults,
  ...{ position: true, find: true, interval: true, chord: true, degree: true, staff: true },
}
const DAY_MS = 86_400_000
const NOW = 1_700_000_000_000

const cardOf = (id: string): Card =>
  deck(ALL, NECK).find(each => each.id === id) ?? expect.unreachable(`The deck has no card ${id}.`)
/** Returns the outcome of each note played in answer to a question. */
function outcomes(id: string, root: number, notes: readonly (number | PlayedNote)[]) {
  const question = ask(cardOf(id), root, ALL, NECK)
  let progress = NO_PROGRESS
  return notes.map(note => {
    const played = typeof note === 'number' ? { pitch: note, string: undefined } : note
    const judged = judgeNote(question, played, progress, NECK)
    progress = judged.progress
    return judged.outcome
  })
}

it('a deck contains every kind of card and no duplicates', () => {
  const ids = deck(ALL, NECK).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(deck(ALL, NECK).map(({ kind }) => kind))).toEqual(new Set(KINDS))
})

it.each([
  ['frets in reverse order', { fretFrom: 5, fretTo: 3 }, 18],
  ['one string only', { highestString: 2, lowestString: 2, fretFrom: 0, fretTo: 4 }, 5],
  ['strings that the neck does not have', { highestString: 9, lowestString: 10, fretTo: 2 }, 3],
  ['natural notes only', { accidentals: false, highestString: 1, lowestString: 1, fretTo: 5 }, 4],
])('a deck can be created with %s', (_, change, count) => {
  expect(askedPositions({ ...ALL, ...change }, NECK)).toHaveLength(count)
})

it('questions about the short banjo string use the open note or frets above its peg', () => {
  const banjo = { strings: [62, 59, 55, 50, 67], begins: [0, 0, 0, 0, 5] }
  const onShort = askedPositions({ ...ALL, fretTo: 7 }, banjo).filter(({ string }) => string === 5)
  expect(onShort.map(({ fret }) => fret)).toEqual([0, 6, 7])
})

it('a position question accepts the same note played at a different position', () => {
  const itself = { pitch: 45, string: 6 }
  expect(outcomes('position:40:5', 50, [itself, { pitch: 45, string: 5 }])).toEqual(['ignored', 'right'])
  expect(outcomes('position:40:5', 50, [57])).toEqual(['right'])
  expect(outcomes('position:40:5', 50, [46])).toEqual(['wrong'])
})

it('a note must be found in every position, or in every octave on instruments without strings', () => {
  // E on the first, second, fourth and sixth string up to fret 5.
  const places = rows('64 1, 64 2, 52 4, 40 6').map(([pitch = 0, string]) => ({ pitch, string }))
  expect(outcomes('find:4', 50, places)).toEqual(['going on', 'going on', 'going on', 'right'])
  expect(outcomes('find:4', 50, [64, 52, 40])).toEqual(['going on', 'going on', 'right'])
  expect(outcomes('find:4', 50, [76, 64, 65])).toEqual(['ignored', 'going on', 'wrong'])
})

it('a chord is complete once all its notes are played, in any order and octave', () => {
  const going = ['going on', 'going on', 'going on']
  expect(outcomes('chord:minor', 50, [62, 65, 65, 57])).toEqual([...going, 'right'])
  expect(outcomes('chord:minor', 50, [50, 54])).toEqual(['going on', 'wrong'])
})

it('a degree may be played in any octave, but a staff note only in the written octave', () => {
  expect(outcomes('degree:4', 50, [66])).toEqual(['right'])
  expect(outcomes('staff:52', 50, [64])).toEqual(['wrong'])
  expect(outcomes('staff:52', 50, [52])).toEqual(['right'])
})

it('every multiple-choice question has exactly one right answer', () => {
  for (const card of deck(ALL, NECK)) {
    const question = ask(card, 50, ALL, NECK)
    if (card.kind === 'find') expect(question.positions.length).toBeGreaterThan(0)
    else expect(question.choices.filter(({ value }) => value === question.right)).toHaveLength(1)
  }
})

describe('spaced repetition', () => {
  const known = (dueIn: number): Remembered => ({ ...afterAnswer(undefined, 3, NOW), due: NOW + dueIn })

  it('the grade depends on whether the answer is right and how long it took', () => {
    expect(gradeOf('position', false, 100)).toBe(1)
    expect([1000, 4000, 9000].map(ms => gradeOf('position', true, ms))).toEqual([4, 3, 2])
    expect(gradeOf('find', true, 4000, 4)).toBe(4)
  })

  it('a wrong answer is repeated within a minute, and right answers at growing intervals', () => {
    expect(afterAnswer(undefined, 1, NOW).due - NOW).toBeLessThanOrEqual(60_000)
    let card = afterAnswer(undefined, 4, NOW)
    const days: number[] = []
    for (let time = 0; time < 4; time += 1) {
      days.push((card.due - card.last) / DAY_MS)
      card = afterAnswer(card, 3, card.due)
    }
    expect(days[0]).toBeGreaterThanOrEqual(1)
    expect(days).toEqual(days.toSorted((a, b) => a - b))
    expect(days.at(-1)).toBeGreaterThan(20)
  })

  it('cards are counted as due, new and known', () => {
    const cards = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
    const memory = { a: known(-1), b: { ...known(DAY_MS), days: 3 } }
    expect(standingOf(cards, memory, NOW)).toEqual({ due: 1, fresh: 1, known: 1, total: 3 })
  })

  describe('next card', () => {
    const cards = deck(ALL, NECK)
    const next = (memory: Record<string, Remembered>, asked: Partial<Asked> = {}) =>
      pick(cards, memory, NOW, { ...NOTHING_ASKED, ...asked })

    it('the most overdue card comes before new cards', () => {
      const memory = { 'chord:minor': known(-1000), 'find:4': known(-5000), 'staff:52': known(5000) }
      expect(next(memory)?.id).toBe('find:4')
    })

    it('the kind of card changes after a block of questions', () => {
      expect(next({}, { kind: 'chord', inBlock: BLOCK - 1 })?.kind).toBe('chord')
      expect(next({}, { kind: 'chord', inBlock: BLOCK })?.kind).not.toBe('chord')
    })

    it('once the limit for new cards is reached, the card due soonest is next', () => {
      const memory = { 'find:4': known(9000), 'chord:minor': known(5000) }
      expect(next(memory, { newLeft: 0 })?.id).toBe('chord:minor')
    })

    it('a card is repeated immediately only if it is the only one', () => {
      const one = cards.slice(0, 1)
      expect(next({}, { last: cards[0]?.id })?.id).not.toBe(cards[0]?.id)
      expect(pick(one, {}, NOW, { ...NOTHING_ASKED, last: one[0]?.id })).toBe(one[0])
      expect(pick([], {}, NOW, NOTHING_ASKED)).toBeUndefined()
    })
  })
})
