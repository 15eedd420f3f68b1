import { expect, it } from 'vitest'
import { rank } from '../../../../../src/core/commands/search/rank.js'
import { TUNINGS } from '../../../../../src/music/guitar/tunings.js'
import { scaleAliases, tuningTexts } from '../../../../../src/plugins/fretboard/ui/tools/search-filter.js'

const ENTRIES = TUNINGS.map(tuning => ({ id: tuning.name, texts: tuningTexts(tuning, [tuning.name]) }))
const found = (query: string) => rank(ENTRIES, query).map(({ id }) => id)

it.each([
  ['dadgad', 'DADGAD'],
  ['EADGBE', 'Standard'],
  ['sawmil', 'Banjo, sawmill'],
  ['charnago', 'Charango'],
  ['8 strings', '8-string'],
])('searching for the tuning “%s” finds %s', (query, name) => {
  expect(found(query).slice(0, 3)).toContainEqual(expect.stringContaining(name))
})

it('an empty query finds all tunings', () => expect(found('')).toHaveLength(TUNINGS.length))

it('scales are found by their aliases', () => {
  expect(scaleAliases('Minor')).toContain('aeolian')
  expect(scaleAliases('Minor Blues')).toContain('blues')
})
