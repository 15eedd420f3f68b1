import { PALETTE_PROVIDERS } from '@fretwork/sdk'
import { NECK, SELECTION } from '@fretwork/sdk/plugins/fretboard'
import { createTestKernel, expectNoLeaks, memoryPlatform } from '@fretwork/sdk/testing'
import { PLUGINS as BUILT_IN } from '@fretwork/sdk/testing/plugins'
import { expect, it } from 'vitest'
import { findNote } from './find-note.js'
import plugin from './index.js'

const SHOWN = { tuning: { strings: [64, 59, 55, 50, 45, 40] }, capo: 0, fretMin: 0, fretMax: 5 }
const places = (word: string) => findNote(word, SHOWN).map(({ string, fret }) => `${string}:${fret}`)

it.each([
  ['e2', ['6:0']],
  [' G3 ', ['3:0', '4:5']],
  ['bb', ['3:3', '5:1']],
  ['e9', []],
  ['scale', []],
  ['', []],
])('the note search finds %j at %j', (word, found) => {
  expect(places(word)).toEqual(found)
})

async function searching(languages = ['en']) {
  const kernel = await createTestKernel({
    plugins: [...BUILT_IN, plugin],
    platform: memoryPlatform({ languages }),
  })
  await kernel.host.trigger('route:/fretboard')
  const provider = () =>
    kernel.host
      .extensionsOf(PALETTE_PROVIDERS)
      .getState()
      .find(({ id }) => id === 'find-note')
  const search = async (query: string) =>
    (await provider()?.search(query, new AbortController().signal)) ?? []
  return { kernel, provider, search }
}

it('a note search lists positions in the palette, and choosing one selects and plays it', async () => {
  const { kernel, provider, search } = await searching()
  const results = await search('e4')
  expect(results.map(({ title }) => title)).toEqual(['E4: string 1, open', 'E4: string 2, fret 5'])
  await results[1]?.run()
  expect(kernel.get(SELECTION).positions.getState()).toEqual([{ string: 2, fret: 5 }])
  expect(kernel.get(NECK).pitches()).toEqual([64])
  await kernel.host.disable('find-note')
  expect(provider()).toBeUndefined()
  expectNoLeaks(kernel)
})

it('search results are translated into German', async () => {
  const { search } = await searching(['de'])
  expect((await search('e2')).map(({ title }) => title)).toEqual(['E2: Saite 6, leer'])
})
