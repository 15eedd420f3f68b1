// `npm run positions`: its refusals, and what it learns from a few notes.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../../scripts/lib/project.mjs'
import { learnModels } from '../../scripts/positions/models.js'
import { lessonOf } from '../../scripts/positions/pieces.js'
import { training } from '../../scripts/positions/train.js'
import { TABLE_AT } from '../../src/plugins/positions/weights/tables.js'
import { ended } from '../cli/run-program.js'

const WEIGHTS = join(root, 'src/plugins/positions/weights/guitar.json')
const TUNING = [64, 59, 55, 50, 45, 40]

let folder = ''
let before = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fretwork-training-'))
  before = await readFile(WEIGHTS, 'utf8')
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
  // None of these may touch the weights that ship.
  expect(await readFile(WEIGHTS, 'utf8')).toBe(before)
})

async function train(pieces: readonly object[], ...words: string[]) {
  const file = join(folder, 'pieces.json')
  await writeFile(file, JSON.stringify({ pieces }))
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

  it('scores each piece by weights that never saw it', async () => {
    const result = await train([0, 0, 12, 12].map(scale), '--folds', '2', '--no-passages')
    expect(result.code).toBe(0)
    expect(result.out).toContain('part 2: 2 pieces')
    expect(result.out).toMatch(/^whole +\d+\.\d+ macro, +\d+\.\d+ ambiguous, 4 pieces$/m)
    expect(result.out).not.toContain('NaN')
  })
})

it('passages change every second model: whole, live and pinned', () => {
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
  const pieces = [lesson('open', 1, 0), lesson('low', 2, 1)]
  const passages = [lesson('riff', 6, 7)]
  const learned = (models: number, extra: typeof passages) =>
    learnModels(pieces, extra, models, () => undefined)
  const [alone, taught] = [learned(2, []), learned(2, passages)]
  for (const kind of ['whole', 'live', 'pinned'] as const) expect(taught[kind]).not.toEqual(alone[kind])
  const highOnLow = TABLE_AT.place + 7 * 6 + 5
  expect(taught.whole[highOnLow]).toBeGreaterThan(alone.whole[highOnLow] ?? 0)
  expect(learned(1, passages)).toEqual(learned(1, []))
})
