import type { ArgumentChoice } from '../../core/commands/command.js'
import type { PluginContext } from '../../core/kernel/plugin.js'
import type { SentenceValues } from '../../core/platform/phrases.js'
import type { ReadonlyStore } from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'
import type { ReadingControl, SongSummary } from '../midi-file/tokens.js'

export interface SongFile {
  readonly name: string
  readonly id?: string
  /** The user's name for the song. */
  readonly title?: string
  /** Bytes; 0 if unknown. */
  readonly size: number
  /** Key and reader version of the library song. */
  readonly key?: string | undefined
  readonly reader?: number | undefined
  bytes(control?: ReadingControl): Promise<Uint8Array>
}

/** File name stored for recordings, which have no file. */
export const TAKE_FILE = 'take.json'

export interface LibrarySong extends Omit<SongSummary, 'title' | 'key'> {
  /** Lowercase letters, numbers and hyphens; unique per user. */
  readonly id: string
  readonly name: string
  readonly file: string
  /** Bytes. */
  readonly size: number
  /** Time the song was added, ms since 1970. */
  readonly addedAt: number
  /** ID in the account, if the song was added on another device. */
  readonly syncId?: string
  /** Key from the first import, for pins and practice progress. Songs imported by 1.2 have none. */
  readonly key?: string
  /** Value of `READERS` at import time. Default: 1. */
  readonly reader?: number
  /** Tags in alphabetical order. */
  readonly tags?: readonly string[]
}

export const CREDITS = ['artist', 'album', 'arranger'] as const

/** Moves newer fields into the first track. Elsewhere, devices running 1.2 delete unknown fields. */
export function syncedReading<
  Facts extends Pick<LibrarySong, 'tracks' | 'key' | 'reader' | 'tags' | (typeof CREDITS)[number]>,
>(song: Facts) {
  const { key, reader, artist, album, arranger, tags, tracks, ...facts } = song
  const [first, ...others] = tracks
  const carried = { key, reader, artist, album, arranger, tags }
  return { ...facts, tracks: first ? [{ ...first, ...carried }, ...others] : [] }
}

/** Returns the song's ID in the account. Its local ID may be taken on another device. */
export const syncIdOf = ({ syncId, id, addedAt }: Pick<LibrarySong, 'syncId' | 'id' | 'addedAt'>): string =>
  syncId ?? `${id}~${addedAt.toString(36)}`

export interface SongLibraryView {
  /** `none` means that the browser stores nothing, as in some private windows. */
  readonly state: 'waiting' | 'ready' | 'none'
  /** Songs, newest first. */
  readonly songs: readonly LibrarySong[]
}

export type NewSong = Omit<LibrarySong, 'id' | 'addedAt'>

/** The current user's songs on this device, synced across tabs. */
export interface SongLibrary {
  readonly view: ReadonlyStore<SongLibraryView>
  /** `Infinity` if unlimited. */
  limit(): number
  /**
   * Adds a song, unless the library already has its file.
   * @throws SentenceError `songs_full`, `songs_no_room`, `songs_unavailable`, `song_not_yours`
   */
  add(song: NewSong, bytes: Uint8Array): Promise<LibrarySong>
  /** Returns the library song with an identical file. */
  same(file: string, bytes: Uint8Array): Promise<LibrarySong | undefined>
  /**
   * @returns a function that undoes the change for the same user
   * @throws SentenceError `song_gone`
   */
  change(id: string, change: (song: LibrarySong) => LibrarySong): Promise<() => Promise<void>>
  /** Creates an ID that is not taken and that no included song uses. */
  idFor(name: string, isTaken: (id: string) => boolean): string
  has(id: string): Promise<boolean>
  /**
   * Opens a library song or an included song.
   * @throws SentenceError `song_gone`
   */
  open(id: string): Promise<SongFile & { readonly title: string }>
  /** @throws SentenceError `song_gone`, `song_nameless` */
  rename(id: string, name: string): Promise<void>
  /**
   * @returns a function that restores the song for the same user and throws the same errors as `add`
   * @throws SentenceError `song_gone`
   */
  remove(id: string): Promise<() => Promise<void>>
}

export interface SongProblem {
  readonly file: string
  readonly code: string
  /** English message with placeholders. */
  readonly sentence: string
  readonly values: SentenceValues
  /** Plugin that translates the message. Default: this one. */
  readonly source?: string
}

export interface ImportedFile {
  readonly key: number
  readonly name: string
  /** `unkept` means that the song could not be added to the library. */
  readonly step: 'waiting' | 'reading' | 'opening' | 'refused' | 'unkept'
  readonly isOpen?: boolean
  /** Progress, 0–1. */
  readonly portion: number
  readonly problem: SongProblem | undefined
}

export interface ImportOptions {
  readonly keep: boolean
  /** Whether to open the song. If there are several files, the first one opens. */
  readonly open: boolean
  readonly offer?: boolean
  /** Suppresses the notice about added songs, for callers that post their own. */
  readonly quiet?: boolean
}

export interface SongImports {
  readonly view: ReadonlyStore<readonly ImportedFile[]>
  /** @returns whether a song was opened */
  take(files: readonly SongFile[], options: ImportOptions): Promise<boolean>
  cancel(): void
  /** Call this when another song opens. Files still being imported then won't open. */
  overtake(): void
  /** How many times a song was opened since the page loaded. */
  readonly openings: number
  /** Stops all imports and discards the session's files. */
  forget(): void
  dismiss(key: number): void
  /** Opens a song that could not be added to the library. */
  openUnkept(key: number): Promise<boolean>
  /** Imports the readable parts of a rejected file. Requires `repairedNotes` in its problem's values. */
  repair(key: number): Promise<boolean>
}

/** The user's songs. */
export const SONG_LIBRARY = createToken<SongLibrary>('library.songs', { permission: 'songs' })
export const SONG_IMPORTS = createToken<SongImports>('library.imports', { permission: 'songs' })

export function tagsOf(songs: readonly LibrarySong[]): readonly string[] {
  return [...new Set(songs.flatMap(({ tags = [] }) => tags))].sort((a, b) => a.localeCompare(b))
}

export function songChoices({ get }: Pick<PluginContext, 'get'>): readonly ArgumentChoice[] {
  const { songs } = get(SONG_LIBRARY).view.getState()
  return songs.map(song => ({ value: song.id, label: song.name, words: wordsOf(song) }))
}

function wordsOf({ artist, album, arranger, tags = [] }: LibrarySong): string {
  return [artist, album, arranger, ...tags].filter(Boolean).join(', ')
}

/** A value that another device replaced, stored until the user chooses between the two. */
export interface SyncConflict {
  readonly key: string
  readonly kind: string
  /** The user's name for the record. Omitted if the record was removed or has no name. */
  readonly name?: string
  readonly id: string
  readonly field: string
  readonly value: unknown
  /** Device that set the value. */
  readonly device: string
}

export interface SyncRefusal {
  readonly number: number
  /** Names of the first few records that have one. */
  readonly names: readonly string[]
}

export interface SyncView {
  /**
   * `off`: disabled on this device, or logged out.
   * `saved`: everything is synced.
   * `waiting`: there are unsent changes.
   * `working`: sync is running.
   * `stopped`: the user stopped sync until the next change.
   * `failed`: the server has a problem.
   * `full`: the device is out of storage.
   */
  readonly state: 'off' | 'saved' | 'waiting' | 'working' | 'stopped' | 'failed' | 'full'
  /** Records transferred so far. */
  readonly done: number
  readonly total: number
  /** Rejected songs by error code. */
  readonly refused: Readonly<Record<string, SyncRefusal>>
  /** Records that are only on the server. */
  readonly absent: number
  readonly conflicts: readonly SyncConflict[]
  /** Last sync, ms since 1970; undefined before the first sync in this tab. */
  readonly savedAt: number | undefined
}

export interface Sync {
  readonly view: ReadonlyStore<SyncView>
  /** Syncs now. Resolves when done, even after an error; `view` contains the error. */
  now(): Promise<void>
  /** Interrupts the sync without losing data. */
  stop(): void
  /** @param choice `mine` restores the replaced value, `theirs` discards it */
  resolve(key: string, choice: 'mine' | 'theirs'): Promise<void>
}

/** Syncs the user's data across devices. */
export const SYNC = createToken<Sync>('sync.sync', { permission: 'server' })
