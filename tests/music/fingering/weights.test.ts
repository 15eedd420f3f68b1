import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readPlacedPieces } from '../../../cli/commands/positions/positions.js'
import weights from '../../../src/music/fingering/guitar.json' with { type: 'json' }
import { readModel } from '../../../src/music/fingering/model.js'
import { score } from '../../../src/music/fingering/score.js'
import { solver } from '../../../src/music/fingering/solver.js'
import { MODEL, STANDARD } from './model.js'

it('weights trained for different tables are rejected', () => {
  for (const other of [{ tables: { ...weights.tables, position: 1 } }, { live: [] }, { pinned: [] }])
    expect(() => readModel({ ...weights, ...other })).toThrow('npm run positions')
})

it('the default solver places notes with the built-in weights', () => {
  const { notes } = solver.solve([{ onset: 0, duration: 1, pitch: 64 }], { tuning: STANDARD })
  expect(notes[0]?.position).toEqual({ string: 1, fret: 0 })
  expect(solver.next([40], 0, solver.begin({ tuning: STANDARD }))[0]?.position?.string).toBe(6)
})

const note = (onset: number, pitch: number, string: number, fret: number) => ({
  ...{ onset, duration: 1, pitch, string, fret },
})
const piece = (notes: ReturnType<typeof note>[]) => ({ tuning: STANDARD.strings, capo: 0, notes })
const now = () => 0

it('scores are averaged per piece, per note, and per note with several positions', () => {
  const easy = piece([note(0, 40, 6, 0)])
  const high = piece([note(0, 64, 1, 0), note(1, 64, 6, 24), note(2, 40, 6, 0), note(3, 41, 6, 1)])
  const [lowest] = score([easy, high], MODEL, now)
  const portions = { macro: (1 + 3 / 4) / 2, micro: 4 / 5, ambiguous: 1 / 2 }
  expect(lowest).toMatchObject({ name: 'lowest-fret', ...portions })
})

it('onsets without a grip are counted separately from unplayable onsets', () => {
  const rows = score([piece([note(0, 76, 1, 12), note(0, 41, 6, 1), note(1, 64, 1, 0)])], MODEL, now)
  expect(rows.map(({ unplayable, withoutGrip }) => [unplayable, withoutGrip])).toEqual(rows.map(() => [0, 1]))
})

const FILE = new URL('../../../scripts/positions/idioms.json.gz', import.meta.url)

it('the solver matches guitarists’ fingerings better than lowest-fret placement does', async () => {
  const idioms = readPlacedPieces(await readFile(FILE), 'idioms.json.gz')
  const [lowest, whole, live] = score(idioms, MODEL, () => 0)
  expect([lowest?.name, whole?.name, live?.name]).toEqual(['lowest-fret', 'whole', 'causal'])
  const ahead = (method: typeof whole) => (method?.macro ?? 0) - (lowest?.macro ?? 1)
  expect(ahead(whole)).toBeGreaterThan(0.14)
  expect(ahead(live)).toBeGreaterThan(0.12)
  expect([whole?.unplayable, live?.unplayable]).toEqual([0, 0])
})
