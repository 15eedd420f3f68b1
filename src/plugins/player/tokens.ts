import { createEvent } from '../../core/events/event-bus.js'
import type { Notice } from '../../core/events/notices.js'
import type { Steps } from '../../core/platform/steps.js'
import type { ReadonlyStore, Store } from '../../core/platform/store.js'
import { createExtensionPoint, createToken } from '../../core/platform/token.js'
import type { Position } from '../../music/guitar/position.js'
import type { Song } from '../../music/song/song.js'
import type { Technique } from '../../music/song/techniques.js'
import type { ReadingControl, SongReading, SongSummary } from '../midi-file/tokens.js'

/** Bar and beat numbers, from 1; a pickup is bar 0. */
export interface BarBeat {
  readonly bar: number
  readonly beat: number
}

export interface OpenSong extends SongSummary {
  readonly song: Song
  /** 0 if the song starts with a pickup, otherwise 1. */
  readonly firstBar: number
  /** Number of the last bar. */
  readonly bars: number
  barBeatAt(ms: number): BarBeat
  /**
   * Returns the start of a bar in ms, up to the end of the last bar.
   * @param bar bar number, from `firstBar`
   */
  barStart(bar: number): number
}

/** File names of sound banks, and of samples named after a note, such as `E2.wav`. */
export const SOUND_FILE = /\.(sf2|sf3|dls)$|^([a-g](#|s|b)?-?\d|\d{1,3})\.(wav|mp3|ogg|flac|m4a|aiff?)$/i

/** Pages on which playback continues. Playback stops on other pages, because some of them play sounds. */
export const SONG_PAGES = [
  ...['/fretboard', '/songs', '/songs/:id', '/setlists', '/setlists/:id'],
  ...['/practice', '/metronome', '/midi-controls'],
  ...['/homework', '/homework/new', '/homework/:id'],
  ...['profile', 'subscription', 'settings', 'keys', 'security', 'sync'].map(page => `/account/${page}`),
]
export const ON_SONG_PAGES = SONG_PAGES.map(page => `route == '${page}'`).join(' || ')

/** One track index, several, or all tracks that the neck can show. */
export type ShownTracks = number | 'all' | readonly number[]

export interface SongView {
  readonly song: OpenSong | undefined
  readonly shown: ShownTracks
  readonly playing: boolean
  readonly waiting: boolean
  /** Awaited MIDI notes, 0–127; only valid while `waiting`. */
  readonly awaited: readonly number[]
  /** Remaining beats of the count-in; stays set until the song starts. */
  readonly counting: number
  /** Position in ms; during playback, the position where playback started. */
  readonly fromMs: number
}

export interface OpeningControl extends ReadingControl {
  /** Song key from the first import, if known. Pins and practice progress are stored under this key. */
  readonly key?: string | undefined
}

export interface SongSession {
  readonly view: ReadonlyStore<SongView>
  /**
   * Replaces the open song. The current song stays open while the new
   * one loads. If called again while loading, the later call wins.
   *
   * @param name file name, used as the title of an untitled song
   * @returns `false` if the call was canceled or superseded
   */
  openSong(reading: SongReading, name: string, control?: OpeningControl): Promise<boolean>
  /** Plays from the current position, or from the beginning if already playing. */
  play(): void
  stop(): void
  /** @param ms position in the song; playback continues from there */
  seek(ms: number): void
  close(): void
  /** Reads a song without opening it. */
  describe(reading: SongReading, name: string): OpenSong
  /** Changes the open song's title until the song is closed. */
  rename(title: string): void
  /**
   * @param track index of a track that the neck can show, or all of them
   * @throws FretworkError `track_unknown`
   */
  show(track: number | 'all'): void
  /** @throws FretworkError `track_unknown` */
  toggleShown(track: number): void
  positionMs(): number
  /** Returns the time until the song starts during a count-in, in ms; otherwise 0. */
  startsInMs(): number
  /** Returns the current bar; 1 without a song. */
  barNow(): number
}

/** Opens, plays, stops and seeks a song, and reports its position. */
export const SONG_SESSION = createToken<SongSession>('player.session', { permission: 'songs' })

/** Emitted when a song has been opened and can be played. */
export const SONG_OPENED = createEvent<OpenSong>('player.song-opened', { permission: 'songs' })

/** Emitted when the open song is closed. */
export const SONG_CLOSED = createEvent<undefined>('player.song-closed')

export interface ReloadedSong {
  readonly key: string
  readonly before: Song
  readonly after: Song
}

/** Emitted when a library song has been reloaded from its file. The song keeps its key. */
export const SONG_RELOADED = createEvent<ReloadedSong>('player.song-reloaded', { permission: 'songs' })

export const SONG_PLAYING = createEvent<boolean>('player.song-playing')

/**
 * Emitted before a song opens. Opening waits for plugins with `activateOn: ['event:player.song-opening']`.
 */
export const SONG_OPENING = createEvent<undefined>('player.song-opening')

export const SONG_REPEATED = createEvent<{ readonly toMs: number }>('player.song-repeated')

/** Inclusive range of bars; a pickup is bar 0. */
export interface BarRange {
  readonly from: number
  readonly to: number
}

export interface TrackMix {
  readonly muted: boolean
  /** Mutes all tracks that aren't soloed. */
  readonly solo: boolean
  /** Velocity factor, 0–1. */
  readonly volume: number
  /** General MIDI program, 0–127. If `undefined`, like `pan` and `reverb`, the song's own value applies. */
  readonly program?: number | undefined
  /** 0 (left) to 127 (right); 64 is the center. */
  readonly pan?: number | undefined
  /** Reverb send, 0–127. */
  readonly reverb?: number | undefined
}

/** Tempo limits, in percent of the original tempo. */
export const TEMPO = { least: 25, most: 200 } as const

/** Maximum length of the count-in, bars. */
export const MOST_COUNTED = 4

/** Transposition limits, in semitones. */
export const TRANSPOSITION = { least: -36, most: 36 } as const

export interface PlaybackView {
  /** In percent, 25–200. */
  readonly tempo: number
  readonly loop: BarRange | undefined
  readonly looping: boolean
  /** Percentage points added after each pass through the loop. */
  readonly step: number
  readonly goal: number
  /** In semitones, −36 to 36. */
  readonly transpose: number
  /** Mix by track index; tracks without an entry play unchanged. */
  readonly tracks: ReadonlyMap<number, TrackMix>
  /** Waits at each visible note until the user plays it. */
  readonly wait: boolean
  /** Uses the user's tuning and capo instead of the visible track's. */
  readonly ownTuning: boolean
}

/** Notes of a chord that must be played; `most` is more than half. */
export type ChordShare = 'all' | 'most' | 'one'

/** @param played number of notes played, out of `notes` */
export const isEnough = (share: ChordShare, played: number, notes: number): boolean =>
  share === 'all' ? played >= notes : share === 'most' ? played * 2 > notes : played > 0

export interface PlaybackOptions {
  readonly metronome: boolean
  /** Number of count-in bars; 0 for none. */
  readonly countIn: number
  /** How far ahead notes are outlined, in ms; 0 disables outlines. */
  readonly upcomingMs: number
  readonly followFrets: boolean
  /** Notes of a chord that end a wait. */
  readonly chord: ChordShare
}

export interface PlaybackSettings {
  readonly view: ReadonlyStore<PlaybackView>
  readonly options: Store<PlaybackOptions>
  /** @param percent clamped to 25–200 */
  setTempo(percent: number): void
  setSteps(steps: { readonly step?: number; readonly goal?: number }): void
  /** Bars are clamped and sorted. `undefined` clears the loop. */
  setLoop(bars: BarRange | undefined): void
  setLooping(on: boolean): void
  /** @param semitones clamped to −36 to 36 */
  setTranspose(semitones: number): void
  /** Whether the mix leaves a track audible. @param track index */
  isHeard(track: number): boolean
  /** @param track index @throws FretworkError `track_unknown` */
  setTrack(track: number, mix: Partial<TrackMix>): void
  setWait(on: boolean): void
  setOwnTuning(on: boolean): void
}

export const PLAYBACK_SETTINGS = createToken<PlaybackSettings>('player.playback-settings')

export interface PerformanceChoices
  extends Pick<PlaybackView, 'tempo' | 'transpose' | 'tracks'>,
    Pick<PlaybackOptions, 'metronome' | 'countIn'> {
  /** Indices of the tracks to play, even if they are muted. Default: all tracks that aren’t muted. */
  readonly only?: readonly number[] | undefined
  /** Default: the whole song. */
  readonly bars?: BarRange | undefined
}

export interface PerformedMessage {
  readonly bytes: readonly number[]
  readonly atMs: number
  readonly techniques?: readonly Technique[]
}

export interface SongPerformance {
  /** Messages in time order. */
  readonly messages: readonly PerformedMessage[]
  /** Duration of the count-in, ms. */
  readonly startMs: number
  readonly endMs: number
}

/** Lists the messages that playback would send. */
export interface SongPerformer {
  /** @throws FretworkError `track_unknown`, `bars_unknown` */
  perform(song: Song, choices: PerformanceChoices): Steps<SongPerformance>
}

export const SONG_PERFORMER = createToken<SongPerformer>('player.performer')

export interface ShownNote {
  /** Track index, and note index within the track. */
  readonly track: number
  readonly note: number
  /** Onset in quarter notes. */
  readonly onset: number
  readonly duration: number
  /** MIDI note after transposition, 0–127. */
  readonly pitch: number
  readonly written?: WrittenPosition
}

export interface WrittenPosition extends Position {
  /** Pitch of the open string in the file, without a capo. */
  readonly open: number
  /** Transposed pitch of the plucked fret, which differs from a harmonic's pitch. */
  readonly fretted: number
}

export interface SongPin {
  readonly track: number
  readonly note: number
  /** String number, from 1. */
  readonly string: number
}

/** Inclusive range of frets, counted from the capo. */
export interface SongZone {
  readonly from: number
  readonly to: number
}

export interface SongFingeringView {
  /** `lowest-fret` without a solver, or until the solver has finished. */
  readonly by: 'lowest-fret' | 'positions'
  readonly working: boolean
  readonly notes: readonly ShownNote[]
  readonly pins: readonly SongPin[]
  /** Number of pins that don't fit the current neck or conflict with another pin in the chord. */
  readonly idlePins: number
  readonly zone: SongZone | undefined
  /** `none` if the file has no positions for the current neck. */
  readonly written: 'none' | 'used' | 'ignored'
  /** `undefined` until all positions are known. */
  readonly frets: { readonly from: number; readonly to: number } | undefined
  /** Number of notes that are out of range or have no free string. */
  readonly unplaced: number
  /** Indices of notes in chords that no hand can hold. */
  readonly unheld: ReadonlySet<number>
}

export interface SongFingering {
  readonly view: ReadonlyStore<SongFingeringView>
  /** @param index index in `view.notes` */
  positionOf(index: number): Position | undefined
  /** Applies pins at once; other notes are updated later. */
  setPins(pins: readonly SongPin[]): void
  /** Keeps the hand within these frets where possible; `undefined` removes the limit. */
  setZone(zone: SongZone | undefined): void
  takeWritten(used: boolean): void
  /**
   * Returns the song with the current positions, tuning and capo.
   * Score tracks are unchanged if the neck lacks some of their notes.
   *
   * @param transpose set this when drawing the song; a single track then gets every position the neck has
   */
  onNeck(song: Song, transpose?: number): Song
}

export const SONG_FINGERING = createToken<SongFingering>('player.fingering')

/** Notices about a user's songs, withdrawn on logout. */
export interface SessionNotices {
  post(notice: Notice): void
  /** Returns a function for long-running work. It only posts during the current session. */
  poster(): (notice: Notice) => void
}

export const SONG_NOTICES = createToken<SessionNotices>('player.notices')

/** A screen in the song panel or the transport. */
export interface SongPanelPart {
  readonly id: string
  /** `empty`: shown without a song. `timeline`: on the progress bar. `dock`: in a strip above the transport. */
  readonly slot: 'top' | 'empty' | 'timeline' | 'steps' | 'tools' | 'transport' | 'dock'
  readonly plugin: string
  readonly screen: string
}

export const SONG_PANEL = createExtensionPoint<SongPanelPart>('player.panel')
