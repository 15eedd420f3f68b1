import {
  changeLibrary,
  fetchBlobs as fetchBlobsCall,
  type LibraryWrite,
  libraryChanges,
  libraryStream,
  sendBlobs as sendBlobsCall,
} from '../../core/api/library.js'
import { ApiError } from '../../core/http/api-error.js'
import type { BlobPiece } from '../../core/http/library-files.js'
import type { PluginContext } from '../../core/kernel/manifest/plugin.js'
import {
  API,
  CLOCK,
  CONNECTION,
  EVENTS,
  LOCKS,
  PAGE,
  SETTINGS,
  STORAGE,
  TENANT,
} from '../../core/kernel/services/tokens.js'
import { inPage } from '../../core/platform/ports.js'
import { SETTINGS_CHANGED } from '../../core/settings/settings.js'
import { STORED_SONGS } from '../library/tokens.js'
import { type DeviceState, startDevice } from './device.js'
import type { SyncMemory, Tip } from './engine/parts.js'
import { keepConflicts } from './local/conflicts.js'
import { takeOver } from './local/owner.js'
import { settingsCollections } from './local/settings-collections.js'
import { songCollection } from './local/song-collection.js'
import { storedMemory } from './local/stored-memory.js'
import { syncSettings } from './settings.js'
import type { StartedDevice } from './sync.js'

export async function startUserDevice(
  { get, find, log }: PluginContext,
  user: string,
  onState: (state: DeviceState) => void,
): Promise<StartedDevice> {
  const [api, settings, storage, connection] = [get(API), get(SETTINGS), get(STORAGE), get(CONNECTION)]
  const keyOf = (name: string) => get(TENANT).storageKey(name)
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
  const device = settings.store(syncSettings).getState().device || (await usualName())
  const conflicts = keepConflicts(storage, `${keyOf('SyncConflicts')}.${user}`)
  takeOver(settings, storage, keyOf, user)
  const songs = await get(STORED_SONGS)()
  const memory = await openMemory(keyOf('Sync'), user, storage)
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
    onFailure: thrown => log.warn('The library could not be synchronised', thrown),
    follow: async (changed, signal) => {
      // On the command line, only what is asked for is done.
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

const usualName = async () =>
  (await inPage(async () => (await import('./ui/device-name.js')).deviceName())) ?? 'Command line'

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
    const opened = await (await import('./ui/idb-memory.js')).openIdbMemory(name).catch(() => undefined)
    // Some private windows have none: what is kept there, is gone with the window anyway.
    if (opened) return { memory: opened.of(user), close: opened.close }
  }
  return { memory: storedMemory(storage, `${name}.${user}`), close: () => undefined }
}
