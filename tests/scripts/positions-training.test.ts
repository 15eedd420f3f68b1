// `npm run positions`: what it refuses, and what it learns from a few notes.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../../scripts/lib/project.mjs'
import { learnModels } from '../../scripts/positions/models.js'
import { lessonOf } from '../../scripts/positions/pieces.js'
import { SHIPPED } from '../../scripts/positions/recipes.js'
import { learnedFrom, training } from '../../scripts/positions/training.js'
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

async function tablature(pieces: readonly object[]): Promise<string> {
  const file = join(folder, 'pieces.json')
  await writeFile(file, JSON.stringify({ pieces }))
  return file
}

const train = (...words: string[]) => ended(() => training(words))

/** Goes up the highest string, an octave further up for pieces that are played there. */
const scale = (onFrets: number) => ({
  tuning: TUNING,
  notes: [0, 2, 3, 5].map((fret, at) => [at * 960, 960, 64 + onFrets + fret, 1, onFrets + fret]),
})

describe('learning the weights of the positions', () => {
  it.each([
    ['a file that is not there', [], 4, 'There is no file'],
    [
      'no tablature',
      [{ tuning: TUNING, notes: [[0, 960, 64]] }],
      3,
      "isn't valid tablature at pieces.0.notes",
    ],
    ['no pieces', [], 3, 'has no notes to learn from'],
    [
      'notes that lie on no string',
      [{ tuning: TUNING, notes: [[0, 960, 20, 6, 0]] }],
      3,
      'no notes to learn',
    ],
  ])('refuses %s in one sentence', async (what, pieces, code, sentence) => {
    const file = await tablature(pieces)
    const result = await train(what.includes('not there') ? join(folder, 'other.json') : file)
    expect(result.err).toContain(sentence)
    expect(result.err.trim().split('\n')).toHaveLength(1)
    expect(result.code).toBe(code)
  })

  it.each([
    ['--folds', '1', 'Give a whole number from 2 on.'],
    ['--rule-has', '83', 'Give a share from 0 to 1.'],
  ])('refuses %s %s', async (option, word, sentence) => {
    const result = await train(await tablature([scale(0)]), option, word)
    expect(result.err).toContain(sentence)
    expect(result.code).toBe(2)
  })

  it.each([['--odd'], ['--folds', '2']])('holds nothing out of a single piece (%s)', async (...words) => {
    const result = await train(await tablature([scale(0)]), ...words)
    expect(result.err).toContain('too few pieces (1)')
    expect(result.code).toBe(3)
  })

  it('scores what was held out of a few pieces, each by weights that never saw it', async () => {
    const pieces = [0, 0, 12, 12].map(scale)
    const result = await train(await tablature(pieces), '--folds', '2', '--no-passages')
    expect(result.code).toBe(0)
    expect(result.out).toContain('part 2: 2 pieces')
    expect(result.out).toMatch(/^whole +\d+\.\d+ macro, +\d+\.\d+ ambiguous, 4 pieces$/m)
    expect(result.out).not.toContain('NaN')
  })

  it('scores the trial of the field notes on the same pieces, and never writes its weights', async () => {
    const file = await tablature([0, 0, 12, 12].map(scale))
    const written = await train(file, '--trial')
    expect(written.err).toContain('add --folds or --odd')
    expect(written.code).toBe(2)
    const result = await train(file, '--trial', '--folds', '2')
    expect(result.code).toBe(0)
    expect(result.out).toContain('live, model 5 of 5')
    expect(result.out).not.toContain('pinned, model')
    expect(result.out).toMatch(/^whole +\d+\.\d+ macro, +\d+\.\d+ ambiguous, 4 pieces$/m)
  })
})

describe('passages learned with the pieces', () => {
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
    learnModels(pieces, extra, { ...SHIPPED, models }, 1, () => undefined)

  it('change every second model: whole, live and pinned', () => {
    const [alone, taught] = [learned(2, []), learned(2, passages)]
    for (const kind of ['whole', 'live', 'pinned'] as const) expect(taught[kind]).not.toEqual(alone[kind])
    const placeOf = (string: number, fret: number) => TABLE_AT.place + fret * 6 + string - 1
    expect(taught.whole[placeOf(6, 7)]).toBeGreaterThan(alone.whole[placeOf(6, 7)] ?? 0)
  })

  it('are named in the file of weights, where any were learned from', () => {
    const sourceOf = (extra: typeof passages) =>
      learnedFrom(pieces, extra, { ruleHas: 1, source: 'My tablature', licence: 'mine' }).source
    expect(sourceOf(passages)).toBe('My tablature; and passages of our own')
    expect(sourceOf([])).toBe('My tablature')
  })

  it('change nothing in the models that know the pieces alone', () => {
    expect(learned(1, passages)).toEqual(learned(1, []))
  })
})
