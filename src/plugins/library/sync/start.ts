import * as z from 'zod/mini'
import {
  changeLibrary,
  fetchBlobs as fetchBlobsCall,
  type LibraryWrite,
  libraryChanges,
  libraryStream,
  sendBlobs as sendBlobsCall,
} from '../../../core/contract/library.js'
import { ApiError } from '../../../core/http/api-error.js'
import type { BlobPiece } from '../../../core/http/library-files.js'
import type { Translator } from '../../../core/i18n/translator.js'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { untilArrived } from '../../../core/kernel/plugin-state.js'
import {
  API,
  CLOCK,
  COMMANDS,
  CONNECTION,
  EVENTS,
  LOCKS,
  PAGE,
  SETTINGS,
  STORAGE,
  TENANT,
  TRANSLATOR,
} from '../../../core/kernel/tokens.js'
import { storedJson } from '../../../core/platform/json.js'
import { inPage, type StoragePort } from '../../../core/platform/ports.js'
import { SETTINGS_CHANGED } from '../../../core/settings/settings.js'
import { openStoredSongs } from '../list/song-library.js'
import { syncSettings } from '../settings.js'
import { type DeviceState, startDevice } from './device.js'
import { countWaiting } from './engine/cycle.js'
import type { SyncMemory, Tip } from './engine/parts.js'
import type { Base } from './engine/records.js'
import { keepConflicts } from './local/conflicts.js'
import {
  PLAIN,
  placeSettings,
  type SyncedSettings,
  settingsCollections,
  userSettings,
} from './local/settings-collections.js'
import { SONGS, songCollection } from './local/song-collection.js'
import { NOWHERE, storedMemory } from './local/stored-memory.js'
import type { StartedDevice } from './sync.js'

const keptSchema = z.record(z.string(), z.record(z.string(), z.unknown()))

/**
 * Replaces the previous user's settings with this user's. The device's first user keeps the existing
 * settings.
 * @returns whether this is the device’s first user
 */
export function takeOver(
  settings: SyncedSettings,
  storage: StoragePort,
  keyOf: (name: string) => string,
  user: string,
): boolean {
  const place = keyOf('SyncOwner')
  const asideOf = (whose: string) => `${keyOf('SyncSettings')}.${whose}`
  const owner = storage.get(place)
  if (owner === user) return false
  if (owner !== undefined) {
    storage.set(asideOf(owner), JSON.stringify(userSettings(settings)))
    placeSettings(settings, storedJson(keptSchema, storage.get(asideOf(user))))
  }
  storage.set(place, user)
  return owner === undefined
}

/** A browser that lost its settings must not reset the account. */
const forgetSettings = (memory: SyncMemory) => forget(memory, ({ kind }) => kind !== SONGS)

async function forget(memory: SyncMemory, isLost: (base: Base) => boolean = () => true): Promise<void> {
  const { bases } = await memory.load()
  const lost = [...bases].filter(([, base]) => isLost(base))
  await memory.save(NOWHERE, new Map(lost.map(([key]) => [key, undefined])))
}

export async function startUserDevice(
  context: PluginContext,
  user: string,
  onState: (state: DeviceState) => void,
): Promise<StartedDevice> {
  const { get, find, log } = context
  const [api, settings, storage, connection] = [get(API), get(SETTINGS), get(STORAGE), get(CONNECTION)]
  const keyOf = (name: string) => get(TENANT).storageKey(name)
  await untilArrived(get(COMMANDS).conditions)
  const server = {
    changes: (after: number, tip: Tip | undefined) =>
      api.call(libraryChanges, { query: { after, ...(tip && { known: tip.seq, tip: tip.key }) } }),
    write: (writes: readonly LibraryWrite[], tip: Tip | undefined) =>
      api.call(changeLibrary, {
        body: { device, writes: [...writes], ...(tip && { known: tip.seq, tip: tip.key }) },
      }),
  }
  const blobs = {
    send: async (pieces: readonly BlobPiece[]) =>
      (await api.call(sendBlobsCall, { body: { pieces: [...pieces] } })).received,
    fetch: (hashes: readonly string[]) => api.call(fetchBlobsCall, { body: { hashes: [...hashes] } }),
  }
  const device = settings.store(syncSettings).getState().device || (await usualName(get(TRANSLATOR)))
  const conflicts = keepConflicts(storage, `${keyOf('SyncConflicts')}.${user}`)
  const isFirst = takeOver(settings, storage, keyOf, user)
  const songs = await openStoredSongs(context)
  const memory = await openMemory(keyOf('Sync'), user, storage)
  if (isFirst) await forgetSettings(memory.memory)
  const collections = [
    ...settingsCollections(settings, user),
    ...(songs ? [songCollection({ songs, user, server: blobs })] : []),
    conflicts.collection,
  ]
  const running = startDevice({
    ...{ memory: memory.memory, server, collections, device, onState },
    setAside: conflicts.setAside,
    newKey: () => crypto.randomUUID(),
    lock: `${keyOf('Sync')}.${user}`,
    locks: get(LOCKS),
    clock: get(CLOCK),
    online: () => connection.online(),
    isOffline: thrown =>
      thrown instanceof ApiError && (thrown.kind === 'network' || thrown.kind === 'timeout'),
    onFailure: thrown => log.warn('Couldn’t sync the library', thrown),
    follow: async (changed, signal) => {
      // On the command line, sync runs only on request.
      if (!find(PAGE)) return untilStopped(signal)
      await api.follow(
        libraryStream,
        (name, data) => {
          if (name === 'changed') changed(Number(JSON.parse(data).seq))
        },
        signal,
      )
    },
  })
  const listening = [
    get(EVENTS).on(SETTINGS_CHANGED, ({ section }) => {
      if (section !== syncSettings.id) running.changed()
    }),
    connection.onConnected(running.connected),
    ...(songs ? [songs.onChange(running.changed)] : []),
  ]
  return {
    ...{ device: running, conflicts, collections },
    dispose() {
      for (const each of listening) each.dispose()
      running.dispose()
      conflicts.dispose()
      memory.close()
    },
  }
}

const usualName = async (translator: Translator) =>
  (await inPage(async () =>
    (
      await import('./ui/device-name.js')
    ).deviceName((english: string, values?: Readonly<Record<string, string>>) =>
      translator.t('library', english, values),
    ),
  )) ?? 'Command line'

const untilStopped = (signal: AbortSignal) =>
  new Promise<void>(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

export async function openMemory(
  name: string,
  user: string,
  storage: Parameters<typeof storedMemory>[0],
): Promise<{ memory: SyncMemory; close: () => void }> {
  if ('indexedDB' in globalThis && 'document' in globalThis) {
    const opened = await (await import('./ui/idb-memory.js')).openIdbMemory(name, user).catch(() => undefined)
    // Some private windows have no IndexedDB. Their data is lost with the window anyway.
    if (opened) return opened
  }
  return { memory: storedMemory(storage, `${name}.${user}`), close: () => undefined }
}

const listsOf = (settings: SyncedSettings, user: string) =>
  settingsCollections(settings, user).filter(({ kind }) => kind !== PLAIN)

export async function countHere(context: PluginContext, user: string): Promise<number> {
  const { get } = context
  const { memory, close } = await openMemory(get(TENANT).storageKey('Sync'), user, get(STORAGE))
  const songs = await openStoredSongs(context)
  const collections = [
    ...listsOf(get(SETTINGS), user),
    ...(songs ? [songCollection({ songs, user, server: NO_SERVER })] : []),
  ]
  const count = await countWaiting({ memory, collections })
  close()
  return count
}

const NO_SERVER = {
  send: async () => [],
  fetch: async () => ({ blobs: [], answered: 0 }),
}

/** Clears the sync memory first, so that the deletions aren't synced. */
export async function forgetHere(context: PluginContext, user: string): Promise<void> {
  const { get } = context
  const [settings, storage] = [get(SETTINGS), get(STORAGE)]
  const keyOf = (name: string) => get(TENANT).storageKey(name)
  const { memory, close } = await openMemory(keyOf('Sync'), user, storage)
  await forget(memory)
  close()
  const songs = await openStoredSongs(context)
  await songs?.change(user, all => all.map(({ id }) => ({ removed: id })))
  for (const list of listsOf(settings, user))
    await list.change([...(await list.read()).keys()], () => undefined)
  storage.remove(`${keyOf('SyncConflicts')}.${user}`)
}
