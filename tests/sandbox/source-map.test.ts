import { expect, it, vi } from 'vitest'
import { locatedIn } from '../../src/sandbox/host/source-map.js'

it('an error keeps its message if the source map of its plugin is not one', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const located = locatedIn(async () => '{"status":404}')
  expect(await located('No strings (index.js:1:20)')).toBe('No strings (index.js:1:20)')
  expect(said).toHaveBeenCalledOnce()
})

it.each(['(index.js:0:1)', '(index.js:1:0)', '(index.js:99999999:1)'])(
  'a position that no script has is kept: %s',
  async position => {
    const map = { version: 3, sources: ['src/index.ts'], names: [], mappings: 'AAAA' }
    const located = locatedIn(async () => JSON.stringify(map))
    expect(await located(`No strings ${position}`)).toBe(`No strings ${position}`)
    expect(await located('No strings (index.js:1:1)')).toBe('No strings (src/index.ts:1)')
  },
)
