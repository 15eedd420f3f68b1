/** The open song: opening, playing and closing it. */
import { createEvent } from '../../../core/events/event-bus.js'
import type { Song } from '../../../core/music/song/song.js'
import { createToken } from '../../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'
import type { ReadingControl, SongReading, SongSummary } from '../../midi-file/tokens.js'

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
