/** The songs that this device keeps: whose they are, how many the plan allows, and what to say where it keeps none. */
import { has } from '../../../core/auth/plans.js'
import type { Session } from '../../../core/auth/session.js'
import { shownName } from '../../../core/music/song/song-name.js'
import type { Disposable } from '../../../core/platform/disposable.js'
import type { Logger } from '../../../core/platform/logger.js'
import { phrases } from '../../../core/platform/phrases.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import { SentenceError } from '../../../core/platform/sentence-error.js'
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import { includedSong } from '../included/included-songs.js'
import type { LibrarySong, NewSong, SongLibrary, SongLibraryView } from '../tokens.js'
import { freeSongId } from './song-id.js'
import type { OpenSongStore, SongStore } from './song-store.js'

/** What everybody may keep (decisions, Plans); who has the feature `songs` keeps as many as there is room for. */
export const SONGS_FOR_FREE = 5

const ERRORS = phrases({
  songs_full:
    'Your plan keeps {{limit}} songs, and they are all taken: “{{name}}” is not kept. Remove one, or choose a plan with more.',
  songs_no_room: 'This device has no room for “{{name}}”. Remove songs or other data, then open it again.',
  songs_unavailable:
    'This browser keeps no songs, perhaps because the window is private: “{{name}}” is not kept.',
  song_gone: 'This song is no longer in the list.',
  song_nameless: 'A song needs a name.',
  song_not_yours: 'This song belongs to somebody who is no longer logged in here: it is not kept for you.',
})

export interface SongLibraryParts {
  /** Name of the database, of the tenant's key. */
  readonly database: string
  readonly openSongStore: OpenSongStore
  readonly session: ReadonlyStore<Session>
  readonly clock: Pick<ClockPort, 'date'>
  readonly log: Pick<Logger, 'error'>
}

/** Who did not begin this is logged in by now: nothing of the other's is said, not even a name. */
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

  const shelf: Promise<SongStore | undefined> = openSongStore(database).then(
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
      log.error('The songs of this device cannot be read', thrown)
      return undefined
    },
  )

  /** Shows what is there for whoever is logged in now; of two readings, what the later one finds. */
  let reading = 0
  const read = async () => {
    reading += 1
    const mine = reading
    const whose = user()
    const place = await shelf
    const songs = whose === '' ? [] : await place?.all(whose).catch(failed)
    if (mine !== reading || isDisposed) return
    if (whose === '') view.setState(NOTHING, true)
    else if (!songs) view.setState({ state: 'none', songs: [] }, true)
    else view.setState({ state: 'ready', songs: songs.toSorted((a, b) => b.addedAt - a.addedAt) }, true)
  }

  const failed = (thrown: unknown) => {
    log.error('The songs of this device cannot be read', thrown)
    return undefined
  }

  const checkUser = (whose: string) => {
    if (user() !== whose) throw notYours()
  }

  /** For as long as they are logged in whose songs are meant. */
  const place = async (whose: string, name: string): Promise<SongStore> => {
    const found = await shelf
    checkUser(whose)
    if (!found || whose === '')
      throw new SentenceError('songs_unavailable', ERRORS.songs_unavailable, { name })
    return found
  }

  /** Under its id, or under one made of `base` where that is taken, here or meanwhile by another tab. */
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
      const id = isFree(song.id) ? song.id : freeSongId(base, other => !isFree(other))
      const kept = { ...song, id }
      const onto = await place(whose, name)
      const most = limit()
      const outcome = await onto.add(whose, kept, bytes, most).catch(cause => {
        log.error(`The song ${id} could not be kept`, cause)
        const code = isOutOfRoom(cause) ? 'songs_no_room' : 'songs_unavailable'
        throw new SentenceError(code, ERRORS[code], { name }, { cause })
      })
      if (outcome === 'full') throw new SentenceError('songs_full', ERRORS.songs_full, { name, limit: most })
      if (outcome === 'kept') {
        await read()
        return kept
      }
      refused.add(id)
    }
  }

  /** The same file that is kept already. */
  const twin = async (whose: string, { file, size }: NewSong, bytes: Uint8Array) => {
    const onto = await shelf
    for (const song of view.getState().songs) {
      if (song.file !== file || song.size !== size) continue
      const kept = await onto?.bytesOf(whose, song.id)
      if (kept && isSame(kept, bytes)) return song
    }
    return undefined
  }

  /** One after another, so that two files at once get two ids. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(whose: string, work: () => Promise<T>): Promise<T> => {
    const begin = async () => {
      await begun
      // Whoever logs in while it waits gets nothing of it.
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
  // Who has just logged in has songs only once they are read.
  let begun = read()

  return {
    view,
    limit,
    add(song, bytes) {
      const whose = user()
      return inTurn(whose, async () => {
        const there = await twin(whose, song, bytes)
        if (there) return there
        // Two within a millisecond keep their order.
        const addedAt = Math.max(clock.date().getTime(), (view.getState().songs[0]?.addedAt ?? 0) + 1)
        const id = freeSongId(song.name, () => false)
        return put(whose, { ...song, id, addedAt }, song.name, bytes)
      })
    },
    async has(id) {
      await begun
      return known(id) !== undefined
    },
    async open(id) {
      await begun
      const song = known(id)
      if (!song) throw gone()
      const { file, name, size } = song
      const whose = user()
      return {
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

/** By a plain loop: `every` asks a function for each of five million bytes, and the page stands still meanwhile. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false
  return true
}

function isOutOfRoom(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'QuotaExceededError'
}
