import type { ArgumentChoice } from '../../core/commands/command.js'
import type { PluginContext } from '../../core/kernel/plugin.js'
import type { SentenceValues } from '../../core/platform/phrases.js'
import type { Disposable, ReadonlyStore } from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'
import type { ReadingControl, SongSummary } from '../midi-file/tokens.js'

export interface SongFile {
  readonly name: string
  readonly id?: string
  /** The user's name for the song. */
  readonly title?: string
  /** Bytes; 0 while unknown. */
  readonly size: number
  /** Key and readers of the library song. */
  readonly key?: string | undefined
  readonly reader?: number | undefined
  bytes(control?: ReadingControl): Promise<Uint8Array>
}

/** File name of recorded songs, which come from no file. */
export const TAKE_FILE = 'take.json'

export interface LibrarySong extends Omit<SongSummary, 'title' | 'key'> {
  /** Lower case letters, numbers and hyphens, unique per user. */
  readonly id: string
  readonly name: string
  readonly file: string
  /** Bytes. */
  readonly size: number
  /** Milliseconds since 1970. */
  readonly addedAt: number
  /** Id in the account of a song from another device. */
  readonly syncId?: string
  /** Key from the first import; pins and practice progress are stored under it. Absent in songs imported by 1.2. */
  readonly key?: string
  /** `READERS` at its import, by default 1. */
  readonly reader?: number
  /** In order of the alphabet. */
  readonly tags?: readonly string[]
}

export const CREDITS = ['artist', 'album', 'arranger'] as const

/** Devices with 1.2 delete unknown fields from the account, except in tracks. */
export function syncedReading<
  Facts extends Pick<LibrarySong, 'tracks' | 'key' | 'reader' | 'tags' | (typeof CREDITS)[number]>,
>(song: Facts) {
  const { key, reader, artist, album, arranger, tags, tracks, ...facts } = song
  const [first, ...others] = tracks
  const carried = { key, reader, artist, album, arranger, tags }
  return { ...facts, tracks: first ? [{ ...first, ...carried }, ...others] : [] }
}

/** The id in the account: on another device the song's own id may be taken. */
export const syncIdOf = ({ syncId, id, addedAt }: Pick<LibrarySong, 'syncId' | 'id' | 'addedAt'>): string =>
  syncId ?? `${id}~${addedAt.toString(36)}`

export interface SongLibraryView {
  /** `none`: the browser stores nothing, as in some private windows. */
  readonly state: 'waiting' | 'ready' | 'none'
  /** Newest first. */
  readonly songs: readonly LibrarySong[]
}

export type NewSong = Omit<LibrarySong, 'id' | 'addedAt'>

/** Songs of the logged-in user on this device, in all tabs. */
export interface SongLibrary {
  readonly view: ReadonlyStore<SongLibraryView>
  /** Of the plan; perhaps `Infinity`. */
  limit(): number
  /**
   * Ignores a file that is already there.
   * @throws SentenceError `songs_full`, `songs_no_room`, `songs_unavailable`, `song_not_yours`
   */
  add(song: NewSong, bytes: Uint8Array): Promise<LibrarySong>
  /** The library song of an identical file. */
  same(file: string, bytes: Uint8Array): Promise<LibrarySong | undefined>
  /** @returns function that undoes the change for the same user @throws SentenceError `song_gone` */
  change(id: string, change: (song: LibrarySong) => LibrarySong): Promise<() => Promise<void>>
  /** Makes an id that no included song has. */
  idFor(name: string, isTaken: (id: string) => boolean): string
  has(id: string): Promise<boolean>
  /** Also an included song. @throws SentenceError `song_gone` */
  open(id: string): Promise<SongFile & { readonly title: string }>
  /** @throws SentenceError `song_gone`, `song_nameless` */
  rename(id: string, name: string): Promise<void>
  /** @returns puts it back for the same user, throwing as `add` does @throws SentenceError `song_gone` */
  remove(id: string): Promise<() => Promise<void>>
}

export type StoredSongChange =
  | { readonly song: LibrarySong; readonly bytes?: Uint8Array }
  | { readonly removed: string }

/** For synchronization, without the limit of a plan. */
export interface StoredSongs {
  all(user: string): Promise<readonly LibrarySong[]>
  bytesOf(user: string, id: string): Promise<Uint8Array | undefined>
  /** Changes songs in one transaction. @throws SentenceError `songs_no_room` */
  change(user: string, change: (songs: readonly LibrarySong[]) => readonly StoredSongChange[]): Promise<void>
  /** Called for changes of all tabs. */
  onChange(run: () => void): Disposable
}

export interface SongProblem {
  readonly file: string
  readonly code: string
  /** English with gaps. */
  readonly sentence: string
  readonly values: SentenceValues
  /** Plugin that translates it, by default this one. */
  readonly source?: string
}

export interface ImportedFile {
  readonly key: number
  readonly name: string
  /** `unkept`: a song that the library refused. */
  readonly step: 'waiting' | 'reading' | 'opening' | 'refused' | 'unkept'
  readonly isOpen?: boolean
  /** Progress, 0–1. */
  readonly portion: number
  readonly problem: SongProblem | undefined
}

export interface ImportOptions {
  readonly keep: boolean
  /** Of several files, the first song. */
  readonly open: boolean
  readonly offer?: boolean
  /** Omits the notice of added songs, for callers that post their own. */
  readonly quiet?: boolean
}

export interface SongImports {
  readonly view: ReadonlyStore<readonly ImportedFile[]>
  /** @returns whether a song was opened */
  take(files: readonly SongFile[], options: ImportOptions): Promise<boolean>
  cancel(): void
  /** Opens none of the files in progress, for another song. */
  overtake(): void
  /** Stops, and drops the files of a session. */
  forget(): void
  dismiss(key: number): void
  /** Opens a song that the library refused. */
  openUnkept(key: number): Promise<boolean>
  /** Imports the readable parts of a rejected file whose problem has `repairedNotes` in its values. */
  repair(key: number): Promise<boolean>
}

/**
 * The songs of the user.
 * @since 1.2.0
 * @example const songLibrary = get(SONG_LIBRARY)
 */
export const SONG_LIBRARY = createToken<SongLibrary>('library.songs', { permission: 'songs' })
export const SONG_IMPORTS = createToken<SongImports>('library.imports', { permission: 'songs' })
/** `undefined` where the device stores nothing. */
export const STORED_SONGS = createToken<() => Promise<StoredSongs | undefined>>('library.stored-songs', {
  permission: 'songs',
})

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

export interface TabMemory {
  /** State before the reload; `undefined` after following a link. */
  readonly before: string | undefined
  write(text: string | undefined): void
  /** @returns whether it fit */
  writeFile(bytes: Uint8Array): boolean
  readFile(): Uint8Array | undefined
  onHide(run: () => void): Disposable
}

/** Memory of this tab under a name; none for guests and on the command line. */
export const TAB_MEMORY = createToken<(name: string) => Promise<TabMemory | undefined>>('library.tab-memory')
