/** The songs that a device keeps, and files on their way to them and onto the neck. */
import { createToken } from '../../../core/kernel/services/token.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'
import type { SongRemark } from '../midi-file-error.js'
import type { ReadingControl } from '../reading-control.js'
import type { SessionNotices } from '../session-notices.js'
import type { SongFile, SongProblem, SongTrackView } from './song.js'

/** A song of the list, without its notes. */
export interface KeptSong {
  /** Small letters, numbers and hyphens, unique among the songs of a user: `/songs/<id>`. */
  readonly id: string
  readonly name: string
  /** Name of the file that it came from. */
  readonly file: string
  /** Of the file, in bytes. */
  readonly size: number
  /** Milliseconds since 1970. */
  readonly addedAt: number
  readonly lengthMs: number
  readonly tracks: readonly SongTrackView[]
  /** What of the file could not be kept, or had to be put right. */
  readonly notes: readonly SongRemark[]
}

/** `none`: this browser keeps nothing, as in some private windows. */
export type SongListState = 'waiting' | 'ready' | 'none'

export interface SongListView {
  readonly state: SongListState
  /** The newest first. */
  readonly songs: readonly KeptSong[]
}

/** What a song brings with it into the list. */
export type SongToKeep = Omit<KeptSong, 'id' | 'addedAt'>

/** The songs that this device keeps for whoever is logged in, in all tabs. Files are kept as they are. */
export interface SongList {
  readonly view: ReadonlyStore<SongListView>
  /** Songs that the user's plan lets a device keep; `Infinity` where there is no limit. */
  limit(): number
  /**
   * Keeps a file. One that is kept already, byte by byte and under the same file name, is not kept twice.
   * @throws SentenceError `songs_full` (the plan), `songs_no_room` (the device), `songs_unavailable` (the browser),
   * `song_not_yours` (somebody else has logged in meanwhile)
   */
  keep(song: SongToKeep, bytes: Uint8Array): Promise<KeptSong>
  has(id: string): Promise<boolean>
  /** @throws SentenceError `song_gone` where it is not, or no longer, in the list */
  open(id: string): Promise<SongFile & { readonly title: string }>
  /** @param name of at least one letter that is seen @throws SentenceError `song_gone`, `song_nameless` */
  rename(id: string, name: string): Promise<void>
  /**
   * Takes a song out.
   * @returns brings it back to the same user, under its id; throws as `keep` does @throws SentenceError `song_gone`
   */
  remove(id: string): Promise<() => Promise<void>>
}

/** One of our own songs, which come with the program. */
export interface OwnSong {
  readonly id: string
  readonly title: string
}

/** A file that is on its way, or why it did not arrive. */
export interface ImportedFile {
  /** Running number. */
  readonly key: number
  readonly name: string
  /** `unkept`: it is a song, but the list could not take it. */
  readonly step: 'waiting' | 'reading' | 'opening' | 'refused' | 'unkept'
  /** How much is read, and of one that is opened, got ready: 0–1. */
  readonly portion: number
  readonly problem: SongProblem | undefined
}

export interface ImportWish {
  /** Whether the list keeps it. */
  readonly keep: boolean
  /** Whether it comes onto the neck; of several files, the first that is a song. */
  readonly open: boolean
  /** Whether one that is opened and not kept is offered to be: it came by a link, and nobody has asked for it. */
  readonly offer?: boolean
}

/** Reads files one after another, keeps them, and opens the first. Tells the user itself what came of it. */
export interface SongImports {
  /** Files on their way and those that did not arrive, in the order in which they came. */
  readonly view: ReadonlyStore<readonly ImportedFile[]>
  /** @returns whether a song was opened */
  take(files: readonly ImportSource[], wish: ImportWish): Promise<boolean>
  /** Gives up what is read, got ready, and what waits. */
  cancel(): void
  /** Another song is opened: of what is on its way, nothing comes onto the neck any more; it is still kept. */
  overtake(): void
  /** At the end of a session: gives up, and forgets all files of it. */
  forget(): void
  /** Forgets why a file did not arrive. */
  dismiss(key: number): void
  /** Opens a file that is a song, but could not be kept. */
  openUnkept(key: number): Promise<boolean>
}

export interface ImportSource {
  readonly name: string
  /** How the user calls the song, whatever it says itself. */
  readonly title?: string
  /** In bytes; 0 while nobody knows. */
  readonly size: number
  bytes(control?: ReadingControl): Promise<Uint8Array>
}

export const SONG_LIST = createToken<SongList>('midi-file.list')

export const SONG_IMPORTS = createToken<SongImports>('midi-file.imports')

export const SONG_NOTICES = createToken<SessionNotices>('midi-file.notices')
