/** What others may use of songs: the open one, and reading a song from bytes. */
import { createEvent } from '../../core/events/event-bus.js'
import { createExtensionPoint, createToken } from '../../core/kernel/token.js'
import type { SentenceValues } from '../../core/music/sentence.js'
import type { LooseSong, Song } from '../../core/music/song.js'
import type { ReadonlyStore } from '../../core/platform/store.js'
import type { SongRemark } from './midi-file-error.js'
import type { SongReading } from './read-midi-file.js'
import type { ReadingControl } from './reading-control.js'
import type { SessionNotices } from './session-notices.js'
import type { ShownTracks } from './tokens/practice.js'

export type { ReadingControl } from './reading-control.js'
export type {
  BarRange,
  PracticeView,
  ShownNote,
  ShownTracks,
  SongPin,
  SongPlaces,
  SongPlacesView,
  SongPractice,
  SongZone,
} from './tokens/practice.js'
export {
  COMING_MARKS,
  PLACES_KEEPER,
  PRACTICE_KEEPER,
  SONG_PLACES,
  SONG_PRACTICE,
} from './tokens/practice.js'

/** Port name of what the open song plays. */
export const SONG_PORT = 'song'

/** A file as the user hands it over; its bytes are only fetched when they are wanted. */
export interface SongFile {
  readonly name: string
  /** In bytes. */
  readonly size: number
  bytes(): Promise<Uint8Array>
}

export interface SongTrackView {
  /** Place in the song, from 0. */
  readonly index: number
  /** As the file has it; empty where it has none. */
  readonly name: string
  /** English name of the instrument, translated where it is shown. */
  readonly instrument: string
  readonly notes: number
  /** 1–16. */
  readonly channel: number
  /** Whether it can be shown on a neck: it holds notes, and they are no drums. */
  readonly playable: boolean
}

/** Bar and beat, both from 1. */
export interface SongPlace {
  readonly bar: number
  readonly beat: number
}

export interface OpenSong {
  /** Knows the song again by its notes, whatever its file is called. */
  readonly key: string
  readonly title: string
  readonly song: Song
  readonly tracks: readonly SongTrackView[]
  /** For the user: what could not be kept. Their sentences are translated with the words of their source, or of this plugin. */
  readonly notes: readonly SongRemark[]
  readonly lengthMs: number
  /** Number of its last bar. */
  readonly bars: number
  placeAt(ms: number): SongPlace
  /** When a bar begins, in milliseconds, also the one behind the last. @param bar from 1 */
  barStart(bar: number): number
}

/** Why the last file was not opened. */
export interface SongProblem {
  readonly file: string
  readonly code: string
  /** English sentence with gaps, the key of its translation. */
  readonly sentence: string
  readonly values: SentenceValues
  /** The plugin whose words translate it; this one unless given. */
  readonly source?: string
}

export interface SongView {
  readonly song: OpenSong | undefined
  /** Name of the file that is being read. */
  readonly reading: string | undefined
  readonly problem: SongProblem | undefined
  /** What the neck shows. */
  readonly shown: ShownTracks
  readonly playing: boolean
  /** It plays, and waits for somebody to play the notes at which it is. */
  readonly waiting: boolean
  /** Where in the song it rests, or where it last began to play, in milliseconds. */
  readonly fromMs: number
}

/** The one open song: what is played goes to the MIDI output and, at its moment, through the MIDI input. */
export interface SongSession {
  readonly view: ReadonlyStore<SongView>
  /**
   * Reads a file and puts its song in the place of the one before. A file that is no song changes nothing: the
   * view and a notice say why. Of two songs opened at once the later one counts.
   *
   * @returns whether the song is open now
   */
  open(file: SongFile, control?: ReadingControl): Promise<boolean>
  /**
   * Opens a song that needs no reading. A long one is got ready in slices, between which the page answers; until then
   * the one before stays. A short one is open when the call returns.
   *
   * @param name of the file, which names a song that does not name itself
   * @returns whether the song is open now: not where it was given up, or another one was opened meanwhile
   */
  openSong(reading: SongReading, name: string, control?: ReadingControl): Promise<boolean>
  /** Plays from where the song rests; from the beginning where it was played to its end. */
  play(): void
  /** Stops, silences, and rests there. */
  stop(): void
  /** @param ms within the song; goes on playing from there if it plays */
  seek(ms: number): void
  close(): void
  /** @param track index of a playable track, or all of them @throws FretworkError `track_unknown` */
  show(track: number | 'all'): void
  /** Shows a track beside those that are shown, or takes it away. @throws FretworkError `track_unknown` */
  toggleShown(track: number): void
  /** Forgets why the last file was not opened. */
  dismissProblem(): void
  positionMs(): number
}

/**
 * Reads a MIDI file, a song in JSON, an exported log, or a format that a plugin adds; in a browser, our own formats
 * in a worker.
 *
 * @param name of the file, where it has one: some formats are known by its ending only
 * @throws SentenceError
 */
export type SongReader = (bytes: Uint8Array, name?: string, control?: ReadingControl) => Promise<SongReading>

/** What a format makes of a file. */
export interface SongFormatReading {
  /**
   * As in a song's JSON; what may be left out is filled in.
   * @example { tracks: [{ notes: [{ midi: 64, time: 0, duration: 0.5 }] }] }
   */
  readonly song: LooseSong
  /** For the user: what could not be kept. English sentences with gaps; the plugin's words translate them. */
  readonly remarks?: readonly { readonly sentence: string; readonly values?: SentenceValues }[]
}

/** A kind of file that a plugin can read as a song: in the dialog, by a drop, and in a replay without a screen. */
export interface SongFormat {
  readonly id: string
  /** Plain English: what such a file is called. */
  readonly title: string
  /** Endings of its files, with the dot and in lower case: `.notes`. */
  readonly extensions: readonly string[]
  /** Whether a file is one, by its content. Without it the ending decides. MIDI files are never asked about. */
  looksLike?(bytes: Uint8Array): boolean
  /** @throws SentenceError (or FretworkError) with one sentence for the user: where the file is wrong, what to do */
  read(bytes: Uint8Array): SongFormatReading | Promise<SongFormatReading>
}

/** Plain data, which a worker can send. */
export type SongSummary = Pick<OpenSong, 'title' | 'lengthMs' | 'tracks' | 'notes'>

export interface SongArrival {
  readonly summary: SongSummary
  /** In the page, half a million notes take a while to come into being: only who plays them needs them. */
  reading(): Promise<SongReading>
}

/** The formats that are there, and reading by the one that fits. */
export interface SongFormats {
  /** Endings for the file dialog, those of plugins behind ours. */
  endings(): Promise<readonly string[]>
  /** Reads a file without bringing all of its notes into the page. */
  arrive(bytes: Uint8Array, name?: string, control?: ReadingControl): Promise<SongArrival>
  readonly read: SongReader
}

/** What the plugin needs of a web page. */
export interface SongPage {
  /**
   * Lets the user choose files, in the order in which the system gives them; none when they chose none.
   * @param endings of the files to offer, `.mid` style, or types such as `audio/midi`
   */
  chooseFiles(endings: readonly string[]): Promise<readonly SongFile[]>
  /** Hands a file to the user. */
  save(name: string, content: string | Uint8Array): void
  /** Of its address: `https://fretwork.example`. */
  readonly origin: string
  /** Asks an address for its bytes. Nothing of the user's is sent to another origin. */
  readonly fetch: FetchBytes
}

export const SONG_SESSION = createToken<SongSession>('midi-file.session')
export const SONG_READER = createToken<SongReader>('midi-file.reader')
/** Finds the page; `undefined` where the host is none. Tests give one of their own. */
export const SONG_PAGE = createToken<() => Promise<SongPage | undefined>>('midi-file.page')

/** The plugin's own. */
export const SONG_FORMAT_LIST = createToken<SongFormats>('midi-file.format-list')

export const SONG_FORMATS = createExtensionPoint<SongFormat>('midi-file.formats')

/**
 * A file is about to be chosen or read, one that is no MIDI file. A plugin with a format needs no other reason
 * to start: `activateOn: ['event:midi-file.song-wanted']`; reading waits for it.
 */
export const SONG_WANTED = createEvent<undefined>('midi-file.song-wanted')
export const SONG_OPENED = createEvent<OpenSong>('midi-file.song-opened')
export const SONG_CLOSED = createEvent<undefined>('midi-file.song-closed')
/** Whether it plays now. */
export const SONG_PLAYING = createEvent<boolean>('midi-file.song-playing')

/** The part of `fetch` that is needed. */
export type FetchBytes = (
  address: string,
  signal?: AbortSignal,
) => Promise<{
  readonly ok: boolean
  /** Where the answer came from in the end. */
  readonly url?: string
  readonly headers?: { get(name: string): string | null }
  arrayBuffer(): Promise<ArrayBuffer>
}>

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
