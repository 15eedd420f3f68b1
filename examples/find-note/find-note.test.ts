import { testPlugin } from '@fretwork/sdk/testing'
import { expect, it } from 'vitest'
import findNote from './index.js'

it('a note is played at a position of the neck, and a note that the neck lacks is reported', async () => {
  const tested = await testPlugin(findNote)
  expect(await tested.run('find', { note: 'e2' })).toEqual({ string: 6, fret: 0 })
  await expect(tested.run('find', { note: 'e9' })).rejects.toThrow('The neck has no e9; try E2 to E5.')
  tested.stop()
})
