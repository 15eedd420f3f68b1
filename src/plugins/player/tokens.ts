/** The open song: playing it, how it is played, and its fingering on the neck. */
import { createEvent } from '../../core/events/event-bus.js'
import type { Notice } from '../../core/events/notices.js'
import type { Position } from '../../core/music/guitar/position.js'
import type { Song } from '../../core/music/song/song.js'
import type { Disposable } from '../../core/platform/disposable.js'
import { createExtensionPoint, createToken } from '../../core/platform/services/token.js'
import type { ReadonlyStore, Store } from '../../core/platform/store.js'
import type { ReadingControl, SongReading, SongSummary } from '../midi-file/tokens.js'

/** Bar and beat, both from 1. */
export interface BarBeat {
  readonly bar: number
  readonly beat: number
}

export interface OpenSong extends SongSummary {
  /** Identifies the song by its notes, whatever its file is called. */
  readonly key: string
  readonly song: Song
  /** Number of its last bar. */
  readonly bars: number
  barBeatAt(ms: number): BarBeat
  /** When a bar begins, in milliseconds, also the one after the last. @param bar from 1 */
  barStart(bar: number): number
}

/** Index of a track, indices of several, or all that a neck can show. */
export type ShownTracks = number | 'all' | readonly number[]

export interface SongView {
  readonly song: OpenSong | undefined
  /** The tracks on the neck. */
  readonly shown: ShownTracks
  readonly playing: boolean
  /** It plays, and waits for the user to play the notes that come next. */
  readonly waiting: boolean
  /** Where in the song it is stopped, or where it last began to play, in milliseconds. */
  readonly fromMs: number
}

/** The one open song: it is played to the MIDI output and, at the same time, through the MIDI input. */
export interface SongSession {
  readonly view: ReadonlyStore<SongView>
  /**
   * Opens a song in place of the one before. A long one is prepared in slices, so that the page still answers; until
   * then the one before stays. A short one is open when the call returns. Of two songs opened at once the later wins.
   *
   * @param name of the file, the title of a song without one
   * @returns whether the song is open now: not where it was cancelled, or another one was opened meanwhile
   */
  openSong(reading: SongReading, name: string, control?: ReadingControl): Promise<boolean>
  /** Plays from where the song is stopped; from the beginning where it was played to its end. */
  play(): void
  /** Stops and silences. */
  stop(): void
  /** @param ms within the song; goes on playing from there if it plays */
  seek(ms: number): void
  close(): void
  /** @param track index of a playable track, or all of them @throws FretworkError `track_unknown` */
  show(track: number | 'all'): void
  /** Shows a track in addition to those that are shown, or hides it. @throws FretworkError `track_unknown` */
  toggleShown(track: number): void
  positionMs(): number
  /** The bar of the position, from 1; 1 without a song. */
  barNow(): number
}

/**
 * The open song: opens, plays, stops and seeks it, and says where it is.
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
/**
 * Whether it plays now.
 * @example scope.add(get(EVENTS).on(SONG_PLAYING, () => log.info('song playing')))
 */
export const SONG_PLAYING = createEvent<boolean>('player.song-playing')
/**
 * A song is about to be opened. A plugin that takes part in playing songs needs no other reason to start:
 * `activateOn: ['event:player.song-opening']`; opening waits for it.
 * @example scope.add(get(EVENTS).on(SONG_OPENING, () => log.info('song opening')))
 */
export const SONG_OPENING = createEvent<undefined>('player.song-opening')

/**
 * The song that plays has gone back to the beginning of its loop.
 * @example scope.add(get(EVENTS).on(SONG_REPEATED, ({ toMs }) => log.info('again from', toMs)))
 */
export const SONG_REPEATED = createEvent<{ readonly toMs: number }>('player.song-repeated')

/**
 * A moment in music. A beat is one of the lower number of the time signature.
 * @since 1.2
 */
export interface MusicalPosition extends BarBeat {
  /** From 0, within the beat; `ticksPerQuarter` of them are a quarter note. */
  readonly tick: number
}

/**
 * What keeps the time now, and how fast.
 * @since 1.2
 */
export interface MusicalTime {
  /** The open song while there is one, else the metronome while it runs. */
  readonly source: 'song' | 'metronome' | undefined
  /** Time passes: it plays, and does not wait for the user. */
  readonly playing: boolean
  /** Quarter notes a minute as they sound now, with the tempo at which the song is played. */
  readonly bpm: number
  /** `[6, 8]` */
  readonly timeSignature: readonly [beats: number, unit: number]
  readonly ticksPerQuarter: number
}

/**
 * A beat that is about to sound.
 * @since 1.2
 */
export interface MusicalBeat extends BarBeat {
  /** When it sounds, in milliseconds on the clock of the application: a time for `MIDI_OUTPUT`. */
  readonly atMs: number
  /** Its length in milliseconds at the tempo of now. */
  readonly lengthMs: number
  readonly timeSignature: readonly [beats: number, unit: number]
}

/**
 * Bars, beats and tempo of what plays: the open song, or the metronome while no song is open. Adds to what keeps the
 * time, and does not control it: see `SONG_SESSION` and `METRONOME`.
 * @since 1.2
 */
export interface MusicalTransport {
  /** Tempo and time signature follow each beat while a listener of the transport is there, and are exact when read. */
  readonly time: ReadonlyStore<MusicalTime>
  /** Where it is now; the first beat of bar 1 where nothing keeps the time. */
  position(): MusicalPosition
  /**
   * Called about 100 ms before each beat, also in loops and at every tempo; not while the song counts in. Once it is
   * announced, the beat sounds unless the user stops or seeks.
   */
  onBeat(listener: (beat: MusicalBeat) => void): Disposable
  /** `onBeat` for the first beat of each bar. */
  onBar(listener: (beat: MusicalBeat) => void): Disposable
  /**
   * Seconds from the start of the open song at its own tempo, as notes have them; `undefined` without a song.
   * @throws FretworkError `musical_position` unless bar and beat are from 1, and tick is from 0
   */
  secondsAt(position: BarBeat & { readonly tick?: number }): number | undefined
  /** @param seconds of the open song at its own tempo @returns `undefined` without a song */
  positionAt(seconds: number): MusicalPosition | undefined
}

/**
 * The time in bars and beats, next to the clock in milliseconds.
 * @since 1.2
 * @example scope.add(get(MUSICAL_TRANSPORT).onBeat(({ bar, beat, atMs }) => log.info(`${bar}.${beat}`, atMs)))
 */
export const MUSICAL_TRANSPORT = createToken<MusicalTransport>('player.musical-transport')

/** Bars, both included, from 1. */
export interface BarRange {
  readonly from: number
  readonly to: number
}

export interface TrackMix {
  readonly muted: boolean
  /** While any track is solo, the others are silent. */
  readonly solo: boolean
  /** 0–1; scales the velocity of its notes. At 0 they are not played. */
  readonly volume: number
}

/**
 * Percent of a song's own tempo.
 * @example log.info('tempo', TEMPO)
 */
export const TEMPO = { least: 25, most: 200 } as const
/**
 * Semitones.
 * @example log.info('transposition', TRANSPOSITION)
 */
export const TRANSPOSITION = { least: -36, most: 36 } as const

/** How the open song is played. Remembered for each song. */
export interface PlaybackView {
  /** Percent of the song's own tempo, 25–200. */
  readonly tempo: number
  /** Kept while it is off. */
  readonly loop: BarRange | undefined
  readonly looping: boolean
  /** Percent by which the tempo changes with each loop; 0 is none, and below 0 it gets slower. */
  readonly step: number
  /** The tempo at which steps end, in percent. */
  readonly goal: number
  /** Semitones, −36 to 36. */
  readonly transpose: number
  /** By index of the track; one without an entry is played as it is. */
  readonly tracks: ReadonlyMap<number, TrackMix>
  /** The song waits at each note of the shown tracks until it was played. */
  readonly wait: boolean
}

/** How all songs are played. */
export interface PlaybackOptions {
  readonly metronome: boolean
  /** Bars of clicks before the song begins; 0 is none. */
  readonly countIn: number
  /** Milliseconds that a note is outlined on the neck before it sounds; 0 is never. */
  readonly upcomingMs: number
  /** The neck shows all frets that the song needs. */
  readonly followFrets: boolean
}

export interface PlaybackSettings {
  readonly view: ReadonlyStore<PlaybackView>
  readonly options: Store<PlaybackOptions>
  /** @param percent is clamped to 25–200 */
  setTempo(percent: number): void
  setSteps(steps: { readonly step?: number; readonly goal?: number }): void
  /** Loops these bars; `undefined` clears the loop. Corrected where it is reversed, or beyond the song. */
  setLoop(bars: BarRange | undefined): void
  setLooping(on: boolean): void
  /** @param semitones is clamped to −36 to 36 */
  setTranspose(semitones: number): void
  /** @param track index @throws FretworkError `track_unknown` */
  setTrack(track: number, mix: Partial<TrackMix>): void
  setWait(on: boolean): void
}

/** @example const playbackSettings = get(PLAYBACK_SETTINGS) */
export const PLAYBACK_SETTINGS = createToken<PlaybackSettings>('player.playback-settings')

/** A note of the song, as the neck shows it. */
export interface ShownNote {
  /** Index of the track, and of the note in it. */
  readonly track: number
  readonly note: number
  /** In quarter notes. */
  readonly onset: number
  readonly duration: number
  /** As it sounds, with the transposition. */
  readonly pitch: number
  /** Where the file has it, if it says so. */
  readonly written?: WrittenPosition
}

/** A position that a file gives to a note. */
export interface WrittenPosition extends Position {
  /** What sounds there when it is just plucked, with the transposition: not the pitch of a harmonic. */
  readonly fretted: number
}

/** A note that the user has put on a string. */
export interface SongPin {
  readonly track: number
  readonly note: number
  /** From 1. */
  readonly string: number
}

/** Where the user wants the hand to be: frets from the capo, both included. */
export interface SongZone {
  readonly from: number
  readonly to: number
}

export interface SongFingeringView {
  /** What found the positions: `lowest-fret` until the solver is done, and where there is none. */
  readonly by: 'lowest-fret' | 'positions'
  /** Whether the solver is still working. */
  readonly working: boolean
  /** All notes of the shown tracks, in the order in which they begin. */
  readonly notes: readonly ShownNote[]
  /** What the user has pinned; the other notes follow. */
  readonly pins: readonly SongPin[]
  /**
   * How many pins of shown notes have no effect: the neck as it is now has no such position, or another pin of the
   * chord has the string. They stay, and take effect again as soon as they can.
   */
  readonly idlePins: number
  readonly zone: SongZone | undefined
  /** Whether positions of the file are used: `none` where the neck as it is now has none of them. */
  readonly written: 'none' | 'used' | 'ignored'
  /** Lowest and highest fret of all positions; `undefined` until all are known, and where there are none. */
  readonly frets: { readonly from: number; readonly to: number } | undefined
  /** How many notes have no position: out of range, or no string left in their chord. 0 until that is known. */
  readonly unplaced: number
  /** Indices of notes in chords that are too wide to play; they have the narrowest grip. */
  readonly unheld: ReadonlySet<number>
}

/** The positions of the shown notes on the neck as it is now. Found again when any of that changes. */
export interface SongFingering {
  readonly view: ReadonlyStore<SongFingeringView>
  /** @param index of the note in `view.notes`; `undefined` where the neck has no position for it, or its chord no string left */
  positionOf(index: number): Position | undefined
  /** Pins notes to strings, at once. The others keep their positions until new ones are found. */
  setPins(pins: readonly SongPin[]): void
  /** Keeps the hand there in the whole song as far as it can; `undefined` lets it go anywhere. */
  setZone(zone: SongZone | undefined): void
  /** Takes the positions of the file as they are, or finds others for all notes. */
  takeWritten(used: boolean): void
  /**
   * The song with the positions that the shown notes have now, and the tuning and capo of the neck. Tracks of a score
   * that is in another tuning keep those of the file.
   */
  onNeck(song: Song): Song
}

/** @example const songFingering = get(SONG_FINGERING) */
export const SONG_FINGERING = createToken<SongFingering>('player.fingering')

/** Notices about a user's songs: they are withdrawn when the user logs out. */
export interface SessionNotices {
  post(notice: Notice): void
  /** For what takes a while: posts for as long as the present session lasts, and nothing afterwards. */
  poster(): (notice: Notice) => void
}

/** @example const songNotices = get(SONG_NOTICES) */
export const SONG_NOTICES = createToken<SessionNotices>('player.notices')

/**
 * A screen of the open song: above the panel (`top`), in place of a song (`empty`), along the progress bar
 * (`timeline`), among the tools of the transport, first `tools`, then `transport`, or floating over it (`dock`). On a
 * phone the tools are in a sheet.
 */
export interface SongPanelPart {
  readonly id: string
  readonly slot: 'top' | 'empty' | 'timeline' | 'tools' | 'transport' | 'dock'
  /** The plugin and its screen, by the name in its runtime. */
  readonly plugin: string
  readonly screen: string
}

/** @example log.info(`${extensions(SONG_PANEL).length} added by plugins`) */
export const SONG_PANEL = createExtensionPoint<SongPanelPart>('player.panel')
