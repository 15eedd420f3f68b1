import type { PluginContext } from '../../core/kernel/manifest/plugin.js'
import { SETTINGS, STORAGE, TENANT } from '../../core/kernel/services/tokens.js'
import { STORED_SONGS } from '../library/tokens.js'
import { countWaiting } from './engine/cycle.js'
import { PLAIN, settingsCollections } from './local/settings-collections.js'
import { songCollection } from './local/song-collection.js'
import { NOWHERE } from './local/stored-memory.js'
import { openMemory } from './start.js'

export async function countHere({ get }: PluginContext, user: string): Promise<number> {
  const { memory, close } = await openMemory(get(TENANT).storageKey('Sync'), user, get(STORAGE))
  const songs = await get(STORED_SONGS)()
  const lists = settingsCollections(get(SETTINGS), user).filter(({ kind }) => kind !== PLAIN)
  const collections = [...lists, ...(songs ? [songCollection({ songs, user, server: NO_SERVER })] : [])]
  const count = await countWaiting({ memory, collections })
  close()
  return count
}

const NO_SERVER = {
  send: async () => [],
  fetch: async () => ({ blobs: [], answered: 0 }),
}

/** What was remembered goes first, so that nothing counts as removed by the user. */
export async function forgetHere({ get }: PluginContext, user: string): Promise<void> {
  const [settings, storage] = [get(SETTINGS), get(STORAGE)]
  const keyOf = (name: string) => get(TENANT).storageKey(name)
  const { memory, close } = await openMemory(keyOf('Sync'), user, storage)
  const { bases } = await memory.load()
  await memory.save(NOWHERE, new Map([...bases.keys()].map(key => [key, undefined])))
  close()
  const songs = await get(STORED_SONGS)()
  await songs?.change(user, all => all.map(({ id }) => ({ removed: id })))
  for (const list of settingsCollections(settings, user).filter(({ kind }) => kind !== PLAIN))
    await list.change([...(await list.read()).keys()], () => undefined)
  storage.remove(`${keyOf('SyncConflicts')}.${user}`)
}
