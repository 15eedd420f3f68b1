// `npm run positions`: its refusals.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../../scripts/lib/project.mjs'
import { training } from '../../scripts/positions/train.js'
import { ended } from '../cli/run-program.js'
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
