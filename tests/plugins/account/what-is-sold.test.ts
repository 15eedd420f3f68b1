import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DEFAULT_PRODUCTS } from '../../../server/billing/products.js'
import { PLAN_LEVELS } from '../../../src/core/api/claims.js'
import { PLAN_TABLE } from '../../../src/core/auth/plans.js'
import { FREE_FEATURES } from '../../../src/plugins/account/offers.js'
import { SONGS_FOR_FREE } from '../../../src/plugins/library/list/song-library.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'

/** What the sentences on the page of plans stand for. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  'Unlimited songs': ['songs'],
  'Custom tunings and shapes': ['tunings', 'shapes'],
  'Pin notes to strings': ['positions'],
  'Practice scores': ['practice'],
  Recording: ['recording'],
  'External plugins': ['Enterprise'],
  'Neck and tablature as pages to print and hand out': ['Download.HTML'],
}

const sold = DEFAULT_PRODUCTS.filter(product => product.sold !== false)
const commands = PLUGINS.flatMap(({ contributes }) => contributes?.commands ?? [])
/** The code of plugins and of the server's own check. */
const code = ['src/plugins', 'server/plugins'].flatMap(folder =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(file => file.isFile() && /\.tsx?$/.test(file.name))
    .map(file => readFileSync(join(file.parentPath, file.name), 'utf8')),
)

/** Whether anything asks for it: a command, a screen, a check in the code, or the allow-list of external plugins. */
function isAsked(feature: string): boolean {
  const byLevel = PLAN_LEVELS.some(level => level === feature)
  const inCode = byLevel ? /featureOfLevel\(level\)/ : new RegExp(`\\bhas\\(.*'${feature}'\\)`)
  return commands.some(command => command.feature === feature) || code.some(text => inCode.test(text))
}

describe('what is sold', () => {
  it.each(sold)('is there: $title', ({ opens, later }) => {
    expect(later).toBeUndefined()
    expect(opens.length).toBeGreaterThan(0)
    expect(opens.flatMap(sentence => SENTENCES[sentence] ?? [`“${sentence}” has no meaning here`])).toSatisfy(
      (features: string[]) => features.every(isAsked),
    )
  })

  it('is, of each level, all that the level opens', () => {
    const { free: _, ...paid } = PLAN_TABLE
    for (const [level, features] of Object.entries(paid)) {
      const opens = sold.find(product => product.level === level)?.opens ?? []
      const named = opens.flatMap(sentence => SENTENCES[sentence] ?? [])
      expect(named.filter(feature => feature !== level)).toEqual(features)
      expect(features.filter(feature => !isAsked(feature))).toEqual([])
    }
  })

  it('is not what the free plan has, which says how many songs there are', () => {
    expect(SONGS_FOR_FREE).toBe(5)
    expect(FREE_FEATURES).toContain('Five saved songs')
    for (const feature of PLAN_TABLE.free) expect(isAsked(feature)).toBe(false)
  })
})
