import { createEvent } from '../../core/events/event-bus.js'
import type { Notice } from '../../core/events/notices.js'
import { createExtensionPoint, createToken } from '../../core/platform/services/token.js'
import type { ReadonlyStore, Store } from '../../core/platform/store.js'
import type { Position } from '../../music/guitar/position.js'
import type { Song } from '../../music/song/song.js'
import type { ReadingControl, SongReading, SongSummary } from '../midi-file/tokens.js'

/** Bar and beat, both from 1; a pickup is bar 0. */
export interface BarBeat {
  readonly bar: number
  readonly beat: number
}

export interface OpenSong extends SongSummary {
  readonly song: Song
  /** 0 with a pickup, otherwise 1. */
  readonly firstBar: number
  /** Number of the last bar. */
  readonly bars: number
  barBeatAt(ms: number): BarBeat
  /** In milliseconds, also of the bar after the last. @param bar from `firstBar` */
  barStart(bar: number): number
}

/** Pages on which a song keeps playing. Other pages stop it, as some play sounds. */
export const SONG_PAGES = [
  ...['/fretboard', '/songs', '/songs/:id', '/setlists', '/setlists/:id'],
  ...['/practice', '/metronome', '/midi-controls'],
  ...['/homework', '/homework/new', '/homework/:id'],
  ...['profile', 'subscription', 'settings', 'keys', 'security', 'sync'].map(page => `/account/${page}`),
]
export const ON_SONG_PAGES = SONG_PAGES.map(page => `route == '${page}'`).join(' || ')

/** A track index, several, or all tracks a neck can show. */
export type ShownTracks = number | 'all' | readonly number[]

export interface SongView {
  readonly song: OpenSong | undefined
  readonly shown: ShownTracks
  readonly playing: boolean
  readonly waiting: boolean
  /** MIDI notes, 0–127; meaningful while waiting. */
  readonly awaited: readonly number[]
  /** Beats of the count-in that are left; holds until the song moves. */
  readonly counting: number
  /** Milliseconds; start of playback while playing. */
  readonly fromMs: number
}

export interface OpeningControl extends ReadingControl {
  /** Key from the first import, if known; pins and practice progress are stored under it. */
  readonly key?: string | undefined
}

export interface SongSession {
  readonly view: ReadonlyStore<SongView>
  /**
   * Replaces the open song, which stays open while a long song loads. Of two concurrent calls, the later wins.
   *
   * @param name file name, used as the title of an untitled song
   * @returns `false` when cancelled or overtaken
   */
  openSong(reading: SongReading, name: string, control?: OpeningControl): Promise<boolean>
  /** Plays from the position, or again from the beginning. */
  play(): void
  stop(): void
  /** @param ms within the song; goes on playing from there if it plays */
  seek(ms: number): void
  close(): void
  /** Reads a song without opening it. */
  describe(reading: SongReading, name: string): OpenSong
  /** Gives the open song another title, until it is closed. */
  rename(title: string): void
  /** @param track index of a playable track, or all of them @throws FretworkError `track_unknown` */
  show(track: number | 'all'): void
  /** @throws FretworkError `track_unknown` */
  toggleShown(track: number): void
  positionMs(): number
  /** Time until the song moves during a count-in, ms; otherwise 0. */
  startsInMs(): number
  /** 1 without a song. */
  barNow(): number
}

/**
 * Opens, plays, stops and seeks a song, and reports its position.
 * @since 1.0.0
 * @example get(SONG_SESSION).play()
 */
export const SONG_SESSION = createToken<SongSession>('player.session', { permission: 'songs' })

/**
 * Emitted when a song is open and can be played.
 * @since 1.0.0
 * @example scope.add(get(EVENTS).on(SONG_OPENED, () => log.info('song opened')))
 */
export const SONG_OPENED = createEvent<OpenSong>('player.song-opened', { permission: 'songs' })

/**
 * Emitted when the open song is closed.
 * @since 1.0.0
 * @example scope.add(get(EVENTS).on(SONG_CLOSED, () => log.info('song closed')))
 */
export const SONG_CLOSED = createEvent<undefined>('player.song-closed')

export interface ReloadedSong {
  readonly key: string
  readonly before: Song
  readonly after: Song
}

/** Emitted when a library song was reloaded from its file; it keeps its key. */
export const SONG_RELOADED = createEvent<ReloadedSong>('player.song-reloaded', { permission: 'songs' })

export const SONG_PLAYING = createEvent<boolean>('player.song-playing')

/** Opening a song waits for plugins with `activateOn: ['event:player.song-opening']`. */
export const SONG_OPENING = createEvent<undefined>('player.song-opening')

export const SONG_REPEATED = createEvent<{ readonly toMs: number }>('player.song-repeated')

/** Both included; a pickup is bar 0. */
export interface BarRange {
  readonly from: number
  readonly to: number
}

export interface TrackMix {
  readonly muted: boolean
  /** Mutes all tracks that aren't solo. */
  readonly solo: boolean
  /** 0–1; scales velocities. */
  readonly volume: number
}

/** Percent. */
export const TEMPO = { least: 25, most: 200 } as const

/** Semitones. */
export const TRANSPOSITION = { least: -36, most: 36 } as const

export interface PlaybackView {
  /** Percent, 25–200. */
  readonly tempo: number
  readonly loop: BarRange | undefined
  readonly looping: boolean
  /** Percent added by each pass through the loop. */
  readonly step: number
  readonly goal: number
  /** Semitones, −36 to 36. */
  readonly transpose: number
  /** By track index; tracks without an entry play unchanged. */
  readonly tracks: ReadonlyMap<number, TrackMix>
  /** Waits for the user at each shown note. */
  readonly wait: boolean
  /** Keeps the user's tuning and capo in place of the shown track's. */
  readonly ownTuning: boolean
}

export interface PlaybackOptions {
  readonly metronome: boolean
  /** Bars of clicks; 0 is none. */
  readonly countIn: number
  /** Milliseconds; 0 outlines nothing. */
  readonly upcomingMs: number
  readonly followFrets: boolean
}

export interface PlaybackSettings {
  readonly view: ReadonlyStore<PlaybackView>
  readonly options: Store<PlaybackOptions>
  /** @param percent is clamped to 25–200 */
  setTempo(percent: number): void
  setSteps(steps: { readonly step?: number; readonly goal?: number }): void
  /** `undefined` clears the loop; bars are clamped and ordered. */
  setLoop(bars: BarRange | undefined): void
  setLooping(on: boolean): void
  /** @param semitones is clamped to −36 to 36 */
  setTranspose(semitones: number): void
  /** @param track index @throws FretworkError `track_unknown` */
  setTrack(track: number, mix: Partial<TrackMix>): void
  setWait(on: boolean): void
  setOwnTuning(on: boolean): void
}

export const PLAYBACK_SETTINGS = createToken<PlaybackSettings>('player.playback-settings')

export interface ShownNote {
  /** Index of the track, then of its note. */
  readonly track: number
  readonly note: number
  /** Quarter notes. */
  readonly onset: number
  readonly duration: number
  /** 0–127, transposed. */
  readonly pitch: number
  readonly written?: WrittenPosition
}

export interface WrittenPosition extends Position {
  /** Pitch of the open string in the file, without capo. */
  readonly open: number
  /** Pitch of the plucked fret, transposed. The pitch of a harmonic differs. */
  readonly fretted: number
}

export interface SongPin {
  readonly track: number
  readonly note: number
  /** From 1. */
  readonly string: number
}

/** Frets from the capo, both included. */
export interface SongZone {
  readonly from: number
  readonly to: number
}

export interface SongFingeringView {
  /** `lowest-fret` without a solver, and until the solver is done. */
  readonly by: 'lowest-fret' | 'positions'
  readonly working: boolean
  readonly notes: readonly ShownNote[]
  readonly pins: readonly SongPin[]
  /** Pins that the current neck or another pin of the chord prevents. */
  readonly idlePins: number
  readonly zone: SongZone | undefined
  /** `none` where the current neck has no position of the file. */
  readonly written: 'none' | 'used' | 'ignored'
  /** `undefined` until all are known. */
  readonly frets: { readonly from: number; readonly to: number } | undefined
  /** Notes out of range or without a free string. */
  readonly unplaced: number
  /** Notes of chords too wide to play, by index. */
  readonly unheld: ReadonlySet<number>
}

export interface SongFingering {
  readonly view: ReadonlyStore<SongFingeringView>
  /** @param index in `view.notes` */
  positionOf(index: number): Position | undefined
  /** Pins immediately; other notes are updated later. */
  setPins(pins: readonly SongPin[]): void
  /** Keeps the hand in a zone where possible; `undefined` frees it. */
  setZone(zone: SongZone | undefined): void
  takeWritten(used: boolean): void
  /**
   * Adds the current positions, tuning and capo. Score tracks with notes that the neck lacks don't change.
   *
   * @param transpose to draw the song; a track on its own then changes with the notes the neck has
   */
  onNeck(song: Song, transpose?: number): Song
}

export const SONG_FINGERING = createToken<SongFingering>('player.fingering')

/** Notices about a user's songs, withdrawn at the logout. */
export interface SessionNotices {
  post(notice: Notice): void
  /** Posts for slow work, within the present session only. */
  poster(): (notice: Notice) => void
}

export const SONG_NOTICES = createToken<SessionNotices>('player.notices')

/**
 * A screen of the open song: above the panel (`top`), instead of a song (`empty`), along the progress bar
 * (`timeline`), among the transport tools (`tools`, then `transport`), or in a strip above them (`dock`).
 */
export interface SongPanelPart {
  readonly id: string
  readonly slot: 'top' | 'empty' | 'timeline' | 'steps' | 'tools' | 'transport' | 'dock'
  readonly plugin: string
  readonly screen: string
}

export const SONG_PANEL = createExtensionPoint<SongPanelPart>('player.panel')
