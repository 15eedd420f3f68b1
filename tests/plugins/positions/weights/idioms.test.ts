// Idioms of styles of which there was no tablature to learn from: `scripts/positions/idioms.json.gz`.
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readPlacedPieces } from '../../../../cli/commands/positions/positions-tablature.js'
import { score } from '../../../../src/plugins/positions/search/score.js'
import { MODEL } from '../model.js'

const FILE = new URL('../../../../scripts/positions/idioms.json.gz', import.meta.url)

describe('idioms of rock, metal, blues, funk, jazz, country and folk', () => {
  it('are placed more as guitarists do than by the lowest frets, whole and live, and can all be held', async () => {
    const idioms = readPlacedPieces(await readFile(FILE), 'idioms.json.gz')
    const [lowest, whole, live] = score(idioms, MODEL, () => 0)
    expect([lowest?.name, whole?.name, live?.name]).toEqual(['lowest-fret', 'whole', 'causal'])
    const ahead = (method: typeof whole) => (method?.macro ?? 0) - (lowest?.macro ?? 1)
    expect(ahead(whole)).toBeGreaterThan(0.14)
    expect(ahead(live)).toBeGreaterThan(0.12)
    expect([whole?.unplayable, live?.unplayable]).toEqual([0, 0])
  })
})
