import { has } from '../../../core/auth/plans.js'
import type { Session } from '../../../core/auth/session.js'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { TENANT } from '../../../core/kernel/tokens.js'
import { freeId } from '../../../core/platform/free-id.js'
import { phrases, SentenceError } from '../../../core/platform/phrases.js'
import type { ClockPort, Logger } from '../../../core/platform/ports.js'
import { createStore, type Disposable, type ReadonlyStore } from '../../../core/platform/store.js'
import { shownName } from '../../../music/song/song-name.js'
import { songToMidi } from '../../../music/song/song-to-midi.js'
import type { LibrarySong, NewSong, SongLibrary, SongLibraryView } from '../tokens.js'
import { includedSong, makeSong } from './included-songs.js'

export type StoredSongChange =
  | { readonly song: LibrarySong; readonly bytes?: Uint8Array }
  | { readonly removed: string }

/** Stored songs as seen by sync. The plan's limit doesn't apply. */
export interface StoredSongs {
  all(user: string): Promise<readonly LibrarySong[]>
  bytesOf(user: string, id: string): Promise<Uint8Array | undefined>
  /**
   * Changes songs in one transaction.
   * @throws SentenceError `songs_no_room`
   */
  change(user: string, change: (songs: readonly LibrarySong[]) => readonly StoredSongChange[]): Promise<void>
  /** Called for changes made by any tab. */
  onChange(run: () => void): Disposable
}

export interface SongStore {
  all(user: string): Promise<readonly LibrarySong[]>
  bytesOf(user: string, id: string): Promise<Uint8Array | undefined>
  /** @returns `kept`, or the reason why the song was not added */
  add(
    user: string,
    song: LibrarySong,
    bytes: Uint8Array,
    limit: number,
  ): Promise<'kept' | 'full' | 'id taken'>
  rename(user: string, id: string, name: string): Promise<boolean>
  remove(user: string, id: string): Promise<Uint8Array | undefined>
  /**
   * Changes songs in one transaction.
   * @throws Error if storage is full
   */
  change(user: string, change: (songs: readonly LibrarySong[]) => readonly StoredSongChange[]): Promise<void>
  /** Called for changes made by other tabs and stores. */
  onChange(run: () => void): Disposable
  close(): void
}

/** Returns `undefined` if the browser doesn't store anything. */
export type OpenSongStore = (name: string) => Promise<SongStore | undefined>

export const openSongStore: OpenSongStore = async name =>
  'indexedDB' in globalThis && 'document' in globalThis
    ? (await import('../ui/idb-song-store.js')).openIdbSongStore(name)
    : undefined

/** Song limit without the feature `songs`. */
export const SONGS_FOR_FREE = 5

const ERRORS = phrases({
  songs_full:
    'Your plan includes {{limit}} songs, so “{{name}}” wasn’t added. Remove a song or upgrade your plan.',
  songs_no_room:
    'There isn’t enough space for “{{name}}” on this device. Remove songs or other data, then open it again.',
  songs_unavailable:
    'This browser can’t store songs, possibly because you’re in a private window. “{{name}}” wasn’t added.',
  song_gone: 'This song is no longer in your library.',
  song_nameless: 'A song needs a name.',
  song_not_yours: 'This song belongs to another user and wasn’t added to your library.',
})

export interface SongLibraryParts {
  readonly database: string
  readonly openSongStore: OpenSongStore
  readonly session: ReadonlyStore<Session>
  readonly clock: Pick<ClockPort, 'date'>
  readonly log: Pick<Logger, 'error'>
}

/** Omits the song's name, which the next user must not see. */
export function notYours(): SentenceError {
  return new SentenceError('song_not_yours', ERRORS.song_not_yours)
}

const NOTHING: SongLibraryView = { state: 'waiting', songs: [] }

export function createSongLibrary(parts: SongLibraryParts): SongLibrary & Disposable {
  const { database, openSongStore, session, clock, log } = parts
  const view = createStore<SongLibraryView>(NOTHING)
  const user = () => session.getState().user?.id ?? ''
  const limit = () =>
    has(session.getState().user?.claims, 'songs') ? Number.POSITIVE_INFINITY : SONGS_FOR_FREE
  const stops: (() => void)[] = []
  let isDisposed = false

  const store: Promise<SongStore | undefined> = openSongStore(database).then(
    opened => {
      if (isDisposed) opened?.close()
      else if (opened) {
        const listening = opened.onChange(() => void read())
        stops.push(
          () => listening.dispose(),
          () => opened.close(),
        )
      }
      return isDisposed ? undefined : opened
    },
    thrown => {
      log.error('Couldn’t read the songs on this device', thrown)
      return undefined
    },
  )

  /** Number of reads started. If two overlap, the later one wins. */
  let reading = 0
  let finished = 0
  const read = async () => {
    reading += 1
    const mine = reading
    const whose = user()
    const opened = await store
    const songs = whose === '' ? [] : await opened?.all(whose).catch(failed)
    if (mine !== reading || isDisposed) return
    finished = mine
    if (whose === '') view.setState(NOTHING, true)
    else if (!songs) view.setState({ state: 'none', songs: [] }, true)
    else show(songs)
  }

  /** Reuses the objects of unchanged songs, so that only changed songs are rendered again. */
  const show = (songs: readonly LibrarySong[]) => {
    const before = new Map(view.getState().songs.map(song => [song.id, song]))
    const known = songs.map(song => {
      const earlier = before.get(song.id)
      return earlier && JSON.stringify(earlier) === JSON.stringify(song) ? earlier : song
    })
    view.setState({ state: 'ready', songs: known.toSorted((a, b) => b.addedAt - a.addedAt) }, true)
  }

  /** Adds one song without reading the whole library, unless a read is in progress. */
  const showAdded = async (song: LibrarySong) => {
    if (finished !== reading || view.getState().state !== 'ready') return read()
    const { songs } = view.getState()
    view.setState({ state: 'ready', songs: [song, ...songs].sort((a, b) => b.addedAt - a.addedAt) }, true)
  }

  const failed = (thrown: unknown) => {
    log.error('Couldn’t read the songs on this device', thrown)
    return undefined
  }

  const checkUser = (whose: string) => {
    if (user() !== whose) throw notYours()
  }

  /** Throws if another user has logged in. */
  const place = async (whose: string, name: string): Promise<SongStore> => {
    const found = await store
    checkUser(whose)
    if (!found || whose === '')
      throw new SentenceError('songs_unavailable', ERRORS.songs_unavailable, { name })
    return found
  }

  /** Tries other IDs derived from `base` if the ID is taken, possibly by another tab. */
  const put = async (
    whose: string,
    song: LibrarySong,
    base: string,
    bytes: Uint8Array,
  ): Promise<LibrarySong> => {
    const { name } = song
    const refused = new Set<string>()
    const isFree = (id: string) => !includedSong(id) && !known(id) && !refused.has(id)
    for (;;) {
      const id = isFree(song.id) ? song.id : freeId(base, 'song', other => !isFree(other))
      const kept = { ...song, id }
      const onto = await place(whose, name)
      const most = limit()
      const outcome = await onto.add(whose, kept, bytes, most).catch(cause => {
        log.error(`Couldn’t store the song ${id}`, cause)
        const code = isOutOfRoom(cause) ? 'songs_no_room' : 'songs_unavailable'
        throw new SentenceError(code, ERRORS[code], { name }, { cause })
      })
      if (outcome === 'full') throw new SentenceError('songs_full', ERRORS.songs_full, { name, limit: most })
      if (outcome === 'kept') {
        await showAdded(kept)
        return kept
      }
      refused.add(id)
    }
  }

  const twin = async (whose: string, { file, size }: Pick<NewSong, 'file' | 'size'>, bytes: Uint8Array) => {
    const onto = await store
    for (const song of view.getState().songs) {
      if (song.file !== file || song.size !== size) continue
      const kept = await onto?.bytesOf(whose, song.id)
      if (kept && isSame(kept, bytes)) return song
    }
    return undefined
  }

  /** Runs additions in sequence, so that two files get different IDs. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(whose: string, work: () => Promise<T>): Promise<T> => {
    const begin = async () => {
      await begun
      checkUser(whose)
      return work()
    }
    const turn = last.then(begin, begin)
    last = turn.catch(() => undefined)
    return turn
  }

  const known = (id: string) => view.getState().songs.find(song => song.id === id)
  const gone = () => new SentenceError('song_gone', ERRORS.song_gone)

  stops.push(
    session.subscribe((now, before) => {
      if (now.user?.id !== before.user?.id) begun = read()
    }),
  )
  let begun = read()

  return {
    view,
    limit,
    add(song, bytes) {
      const whose = user()
      return inTurn(whose, async () => {
        const there = await twin(whose, song, bytes)
        if (there) return there
        // Keep the order of songs added within the same millisecond.
        const addedAt = Math.max(clock.date().getTime(), (view.getState().songs[0]?.addedAt ?? 0) + 1)
        const id = freeId(song.name, 'song', () => false)
        return put(whose, { ...song, id, addedAt }, song.name, bytes)
      })
    },
    async same(file, bytes) {
      await begun
      return twin(user(), { file, size: bytes.length }, bytes)
    },
    async change(id, change) {
      const whose = user()
      const put = (next: typeof change) =>
        inTurn(whose, async () => {
          const song = known(id)
          if (!song) throw gone()
          const onto = await place(whose, song.name)
          await onto.change(whose, songs =>
            songs.flatMap(each => (each.id === id ? [{ song: next(each) }] : [])),
          )
          await read()
          return song
        })
      const before = await put(change)
      return async () => void (await put(({ name }) => ({ ...before, name })))
    },
    idFor: (name, isTaken) => freeId(name, 'song', id => isTaken(id) || includedSong(id) !== undefined),
    async has(id) {
      await begun
      return known(id) !== undefined
    },
    async open(id) {
      await begun
      const included = includedSong(id)
      if (included) {
        const { title } = included
        return { id, name: `${id}.mid`, title, size: 0, bytes: async () => songToMidi(makeSong(included)) }
      }
      const song = known(id)
      if (!song) throw gone()
      const { file, name, size, key, reader = 1 } = song
      const whose = user()
      return {
        ...{ id, key, reader },
        name: file,
        title: name,
        size,
        async bytes() {
          const bytes = await (await place(whose, name)).bytesOf(whose, id)
          if (!bytes) throw gone()
          return bytes
        },
      }
    },
    rename(id, given) {
      const whose = user()
      return inTurn(whose, async () => {
        const name = shownName(given)
        if (name === '') throw new SentenceError('song_nameless', ERRORS.song_nameless)
        if (!(await (await place(whose, name)).rename(whose, id, name))) throw gone()
        await read()
      })
    },
    remove(id) {
      const whose = user()
      return inTurn(whose, async () => {
        const song = known(id)
        if (!song) throw gone()
        const bytes = await (await place(whose, song.name)).remove(whose, id)
        await read()
        if (!bytes) throw gone()
        return () => inTurn(whose, async () => void (await put(whose, song, id, bytes)))
      })
    },
    dispose() {
      isDisposed = true
      for (const stop of stops) stop()
    },
  }
}

/**
 * The library treats changes to the stored songs like changes from another tab.
 * @returns `undefined` if the browser doesn't store anything
 */
export async function openStoredSongs({
  get,
  scope,
}: Pick<PluginContext, 'get' | 'scope'>): Promise<StoredSongs | undefined> {
  const store = await openSongStore(get(TENANT).storageKey('Songs'))
  if (!store) return undefined
  scope.onDispose(() => store.close())
  return {
    all: user => store.all(user),
    bytesOf: (user, id) => store.bytesOf(user, id),
    onChange: run => store.onChange(run),
    change: (user, change) =>
      store.change(user, change).catch(cause => {
        if (!isOutOfRoom(cause)) throw cause
        const name = ''
        throw new SentenceError('songs_no_room', ERRORS.songs_no_room, { name }, { cause })
      }),
  }
}

/** Uses a loop: `every` calls a function per byte and freezes the page. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false
  return true
}

function isOutOfRoom(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'QuotaExceededError'
}
