/** The songs that a device keeps, and opening files as songs. */

import type { Disposable } from '../../core/platform/disposable.js'
import type { SentenceValues } from '../../core/platform/sentence-error.js'
import { createToken } from '../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../core/platform/store.js'
import type { ReadingControl, SongSummary } from '../midi-file/tokens.js'

/** A file of the user, or behind a URL; its bytes are read when they are needed. */
export interface SongFile {
  readonly name: string
  /** Of a song of the library. */
  readonly id?: string
  /** The user's name for the song, instead of its own. */
  readonly title?: string
  /** In bytes; 0 while it is unknown. */
  readonly size: number
  bytes(control?: ReadingControl): Promise<Uint8Array>
}

/** A song of the library, without its notes. */
export interface LibrarySong extends Omit<SongSummary, 'title'> {
  /** Lower case letters, numbers and hyphens, unique among the songs of a user: `/songs/<id>`. */
  readonly id: string
  readonly name: string
  /** Name of the file that it came from. */
  readonly file: string
  /** Of the file, in bytes. */
  readonly size: number
  /** Milliseconds since 1970. */
  readonly addedAt: number
  /** What it is called where it is synchronised, if it was made on another device. */
  readonly syncId?: string
}

/**
 * What a song is called in the account: the same on all devices, where its own id may be taken on another one.
 * @example log.info(get(SONG_LIBRARY).view.getState().songs.map(syncIdOf).join())
 */
export const syncIdOf = ({ syncId, id, addedAt }: Pick<LibrarySong, 'syncId' | 'id' | 'addedAt'>): string =>
  syncId ?? `${id}~${addedAt.toString(36)}`

export interface SongLibraryView {
  /** `none`: this browser keeps nothing, as in some private windows. */
  readonly state: 'waiting' | 'ready' | 'none'
  /** The newest first. */
  readonly songs: readonly LibrarySong[]
}

export type NewSong = Omit<LibrarySong, 'id' | 'addedAt'>

/** The songs that this device keeps for the logged-in user, in all tabs. Files are kept as they are. */
export interface SongLibrary {
  readonly view: ReadonlyStore<SongLibraryView>
  /** How many songs the user's plan allows; `Infinity` where there is no limit. */
  limit(): number
  /**
   * Adds a file. The same bytes under the same file name are not added twice.
   * @throws SentenceError `songs_full` (the plan), `songs_no_room` (the device), `songs_unavailable` (the browser),
   * `song_not_yours` (another user has logged in meanwhile)
   */
  add(song: NewSong, bytes: Uint8Array): Promise<LibrarySong>
  /** The id of a new song of that name: unlike those of the songs that are included. */
  idFor(name: string, isTaken: (id: string) => boolean): string
  has(id: string): Promise<boolean>
  /** @throws SentenceError `song_gone` where it is not, or no longer, in the library */
  open(id: string): Promise<SongFile & { readonly title: string }>
  /** @param name with at least one visible letter @throws SentenceError `song_gone`, `song_nameless` */
  rename(id: string, name: string): Promise<void>
  /**
   * Removes a song.
   * @returns puts it back for the same user, under its id; throws as `add` does @throws SentenceError `song_gone`
   */
  remove(id: string): Promise<() => Promise<void>>
}

/** A song as it is to be, or no longer; with bytes where it is new. */
export type StoredSongChange =
  | { readonly song: LibrarySong; readonly bytes?: Uint8Array }
  | { readonly removed: string }

/** The songs of this device as they are stored, for synchronising them: without the limit of a plan. */
export interface StoredSongs {
  all(user: string): Promise<readonly LibrarySong[]>
  bytesOf(user: string, id: string): Promise<Uint8Array | undefined>
  /**
   * Changes songs, with no other change in between.
   * @throws SentenceError `songs_no_room`
   */
  change(user: string, change: (songs: readonly LibrarySong[]) => readonly StoredSongChange[]): Promise<void>
  /** Called after each change, in whatever tab. */
  onChange(run: () => void): Disposable
}

/** Why a file was not opened or added. */
export interface SongProblem {
  readonly file: string
  readonly code: string
  /** English sentence with gaps, the key of its translation. */
  readonly sentence: string
  readonly values: SentenceValues
  /** The plugin whose words translate it; this one unless given. */
  readonly source?: string
}

/** A file that is being imported, or why it was not. */
export interface ImportedFile {
  /** Running number. */
  readonly key: number
  readonly name: string
  /** `unkept`: it is a song, but the library could not take it. */
  readonly step: 'waiting' | 'reading' | 'opening' | 'refused' | 'unkept'
  /** How much is read and, of a file that is opened, prepared: 0–1. */
  readonly portion: number
  readonly problem: SongProblem | undefined
}

export interface ImportOptions {
  /** Whether it is added to the library. */
  readonly keep: boolean
  /** Whether it is opened; of several files, the first that is a song. */
  readonly open: boolean
  /** Whether to offer to keep one that is opened and not kept: a song from a link. */
  readonly offer?: boolean
}

/** Reads files one after another, adds them to the library, and opens the first. Says itself how it went. */
export interface SongImports {
  /** Files that are being imported and those that were refused, in order. */
  readonly view: ReadonlyStore<readonly ImportedFile[]>
  /** @returns whether a song was opened */
  take(files: readonly SongFile[], options: ImportOptions): Promise<boolean>
  /** Stops reading, and drops what waits. */
  cancel(): void
  /** Another song is opened: of the files under way none is opened any more; they are still added. */
  overtake(): void
  /** At the end of a session: stops, and forgets all files of it. */
  forget(): void
  /** Forgets why a file was refused. */
  dismiss(key: number): void
  /** Opens a file that is a song, but could not be added. */
  openUnkept(key: number): Promise<boolean>
}

/**
 * The songs of the user.
 * @since 1.2.0
 * @example const songLibrary = get(SONG_LIBRARY)
 */
export const SONG_LIBRARY = createToken<SongLibrary>('library.songs', { permission: 'songs' })
/** @example const songImports = get(SONG_IMPORTS) */
export const SONG_IMPORTS = createToken<SongImports>('library.imports', { permission: 'songs' })
/**
 * `undefined` where this device keeps none.
 * @example const songs = await get(STORED_SONGS)()
 */
export const STORED_SONGS = createToken<() => Promise<StoredSongs | undefined>>('library.stored-songs', {
  permission: 'songs',
})
