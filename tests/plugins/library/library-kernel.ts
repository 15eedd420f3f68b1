/** Song library over a fake IndexedDB, with a replaceable session and recorded notices. */
import {
  IDBCursor,
  IDBDatabase,
  IDBFactory,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBRequest,
  IDBTransaction,
} from 'fake-indexeddb'
import { onTestFinished, vi } from 'vitest'
import type { Session } from '../../../src/core/auth/session.js'
import type { Notice } from '../../../src/core/events/notices.js'
import { createStore } from '../../../src/core/platform/store.js'
import { createSongImports } from '../../../src/plugins/library/import/song-imports.js'
import { createSongLibrary, type OpenSongStore } from '../../../src/plugins/library/list/song-library.js'
import { openIdbSongStore } from '../../../src/plugins/library/ui/idb-song-store.js'
import { readSongFile } from '../../../src/plugins/midi-file/reading/read-song-file.js'
import { repairMidiFile } from '../../../src/plugins/midi-file/reading/repair-midi-file.js'
import { summaryOf } from '../../../src/plugins/midi-file/song-summary.js'
import type { ReadSong } from '../../../src/plugins/midi-file/tokens.js'

const DEVICE = {
  ...{ IDBCursor, IDBDatabase, IDBFactory, IDBIndex, IDBKeyRange, IDBObjectStore, IDBRequest },
  IDBTransaction,
}

/** Replaces the browser's storage with an empty one until the test ends. */
export function emptyDevice(): void {
  for (const [name, part] of Object.entries(DEVICE)) vi.stubGlobal(name, part)
  vi.stubGlobal('indexedDB', new IDBFactory())
}

export function sessionOf(id: string, features: string[] = []): Session {
  const claims = { payload: {} as never, roles: [], features }
  return {
    status: 'loggedIn',
    busy: false,
    user: { id, email: '', name: id, jwt: '', refreshToken: '', claims },
  }
}

export const LOGGED_OUT: Session = { status: 'loggedOut', busy: false }

/** Opens a browser tab that is closed at the end of the test. */
export function tab({
  user = sessionOf('ada'),
  openSongStore = openIdbSongStore as OpenSongStore,
  read = readSongFile as ReadSong,
  route = '',
} = {}) {
  const session = createStore<Session>(user)
  const errors: unknown[] = []
  const notices: Notice[] = []
  const opened: string[] = []
  /** Song preparation. If `held`, it waits until canceled. */
  const getReady: { held: boolean; report?: ((portion: number) => void) | undefined } = { held: false }
  let day = 0
  const log = { error: (...details: unknown[]) => void errors.push(details) }
  const list = createSongLibrary({
    ...{ database: 'fretworkSongs', openSongStore, session, log },
    clock: {
      date: () => {
        day += 1
        return new Date(Date.UTC(2026, 0, day))
      },
    },
  })
  const imports = createSongImports({
    ...{ library: list, log, say: () => undefined },
    reader: {
      read,
      summarize: async (bytes, name = '', control) => summaryOf(await read(bytes, name, control), name),
      summaryOf,
      async repair(bytes) {
        const repaired = await repairMidiFile(bytes)
        if (!repaired) throw new Error('The file could not be repaired.')
        return repaired
      },
    },
    session: {
      async openSong({ song }, _name, { signal, onProgress } = {}) {
        if (getReady.held) {
          getReady.report = onProgress
          await new Promise(resolve => signal?.addEventListener('abort', resolve, { once: true }))
          return false
        }
        opened.push(song.header.name)
        return true
      },
    },
    place: () => route,
    beforeOpening: async () => undefined,
    showsList: () => route === '/songs',
    showsProblems: () => route === '/songs' || route === '/fretboard',
    notices: { post: notice => void notices.push(notice) },
  })
  onTestFinished(() => {
    imports.dispose()
    list.dispose()
  })
  const ready = () => vi.waitUntil(() => list.view.getState().state !== 'waiting')
  const names = () => list.view.getState().songs.map(({ name }) => name)
  return { list, imports, session, errors, notices, opened, getReady, ready, names }
}
