import { expect, it, vi } from 'vitest'
import { locatedIn } from '../../src/sandbox/host/source-map.js'

it('an error keeps its message if the source map of its plugin is not one', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const located = locatedIn(async () => '{"status":404}')
  expect(await located('No strings (index.js:1:20)')).toBe('No strings (index.js:1:20)')
  expect(said).toHaveBeenCalledOnce()
})
