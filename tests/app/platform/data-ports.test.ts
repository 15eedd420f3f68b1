import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { idbData } from '../../../src/app/platform/idb-data.js'
import { memoryStorage } from '../../../src/core/platform/memory-platform.js'
import type { DataPort } from '../../../src/core/platform/ports.js'
import { storedData } from '../../../src/core/platform/stored-data.js'

let databases = 0
const kinds: Readonly<Record<string, () => Promise<DataPort>>> = {
  IndexedDB: async () => idbData(`plugins ${++databases}`),
  'settings storage': async () => storedData(memoryStorage()),
}

describe.each(Object.entries(kinds))('data port (%s)', (_kind, open) => {
  it('stores, changes and removes values by area and key', async () => {
    const data = await open()
    await data.save('a drill 7', new Map(Object.entries({ best: '1', name: '"Anna"' })))
    await data.save('a drill 7', new Map(Object.entries({ best: '2', name: undefined })))
    expect([...(await data.load('a drill 7'))]).toEqual([['best', '2']])
    await data.remove('a drill 7')
    expect((await data.load('a drill 7')).size).toBe(0)
  })

  it('storage areas with a common prefix are separate', async () => {
    const data = await open()
    await data.save('a drill 7', new Map([['best', '1']]))
    await data.save('a drill 71', new Map([['best', '2']]))
    await data.save('a drills 7', new Map([['best', '3']]))
    expect([...(await data.areas('a drill '))].sort()).toEqual(['a drill 7', 'a drill 71'])
    await data.remove('a drill 7')
    expect(await data.areas('a drill')).toEqual(['a drill 71', 'a drills 7'])
    expect([...(await data.load('a drill 71'))]).toEqual([['best', '2']])
  })
})
