// `npm run positions`: its refusals, and what it learns from a few notes.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../../scripts/lib/project.mjs'
import { foldsOf, holdOut } from '../../scripts/positions/hold-out.js'
import { learnModels } from '../../scripts/positions/models.js'
import { type Lesson, lessonOf } from '../../scripts/positions/pieces.js'
import { training } from '../../scripts/positions/train.js'
import { TABLE_AT } from '../../src/plugins/positions/weights/tables.js'
import { ended } from '../cli/run-program.js'
import { MODEL } from '../plugins/positions/model.js'
import { testFolder } from '../support/test-folder.js'

const WEIGHTS = join(root, 'src/plugins/positions/weights/guitar.json')
const TUNING = [64, 59, 55, 50, 45, 40]

const { put } = testFolder()
let before = ''
beforeEach(async () => {
  before = await readFile(WEIGHTS, 'utf8')
})
// Training must not change the shipped weights.
afterEach(async () => expect(await readFile(WEIGHTS, 'utf8')).toBe(before))

async function train(pieces: readonly object[], ...words: string[]) {
  const file = await put('pieces.json', JSON.stringify({ pieces }))
  return ended(() => training([file, ...words]))
}

/** Goes up the highest string, an octave further up for pieces that are played there. */
const scale = (onFrets: number) => ({
  tuning: TUNING,
  notes: [0, 2, 3, 5].map((fret, at) => [at * 960, 960, 64 + onFrets + fret, 1, onFrets + fret]),
})
const OFF_THE_NECK = { tuning: TUNING, notes: [[0, 960, 20, 6, 0]] }

describe('the trainer of the positions', () => {
  it.each([
    ['no pieces', [], [], 3, 'too few pieces'],
    ['only notes that are on no string', [OFF_THE_NECK], [], 3, 'too few pieces'],
    ['one piece for two folds', [scale(0)], ['--folds', '2'], 3, 'too few pieces'],
    ['one piece for the odd quarter', [scale(0)], ['--odd'], 3, 'too few pieces'],
    ['one fold', [scale(0)], ['--folds', '1'], 2, 'Give a whole number from 2 on.'],
  ])('refuses %s', async (_, pieces, words, code, sentence) => {
    const result = await train(pieces, ...words)
    expect(result.err).toContain(sentence)
    expect(result.code).toBe(code)
  })
})

const lesson = (id: string, string: number, fret: number) =>
  lessonOf(id, {
    tuning: TUNING,
    capo: 0,
    notes: [0, 1, 2].map(onset => ({
      onset,
      duration: 1,
      pitch: (TUNING[string - 1] ?? 0) + fret,
      string,
      fret,
    })),
  })

it('each fold is scored by a model that was learned without it', () => {
  const lessons = ['a', 'b', 'c', 'd'].map((id, index) => lesson(id, 1, index))
  const folds = foldsOf(lessons, 2)
  const learnedFrom: (readonly Lesson[])[] = []
  const lines: string[] = []
  const learned = (others: readonly Lesson[]) => {
    learnedFrom.push(others)
    return MODEL
  }
  holdOut(lessons, folds, learned, line => lines.push(line))
  const ids = (some: readonly Lesson[] | undefined) => some?.map(({ id }) => id).sort()
  expect(learnedFrom.map(ids)).toEqual([ids(folds[1]), ids(folds[0])])
  expect(lines.filter(line => line.startsWith('part'))).toHaveLength(2)
  // Frets 0 to 3 of the first string are the lowest possible for these notes.
  expect(lines.find(line => line.startsWith('lowest-fret '))).toMatch(
    /100\.00 macro, 100\.00 ambiguous, 4 pieces$/,
  )
})

it('passages change every second model: whole, live and pinned', () => {
  const pieces = [lesson('open', 1, 0), lesson('low', 2, 1)]
  const passages = [lesson('riff', 6, 7)]
  const learned = (extra: typeof passages) => learnModels(pieces, extra, 2, () => undefined)
  const [alone, taught] = [learned([]), learned(passages)]
  for (const kind of ['whole', 'live', 'pinned'] as const) expect(taught[kind]).not.toEqual(alone[kind])
  const highOnLow = TABLE_AT.place + 7 * 6 + 5
  expect(taught.whole[highOnLow]).toBeGreaterThan(alone.whole[highOnLow] ?? 0)
})
