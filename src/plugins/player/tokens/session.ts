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
  /** Identifies the notes, whatever the file is called. */
  readonly key: string
  readonly song: Song
  readonly bars: number
  barBeatAt(ms: number): BarBeat
  /** In milliseconds, also of the bar after the last. @param bar from 1 */
  barStart(bar: number): number
}

/** An index, several, or all that a neck can show. */
export type ShownTracks = number | 'all' | readonly number[]

export interface SongView {
  readonly song: OpenSong | undefined
  readonly shown: ShownTracks
  readonly playing: boolean
  readonly waiting: boolean
  /** Milliseconds; start of playback while playing. */
  readonly fromMs: number
}

export interface SongSession {
  readonly view: ReadonlyStore<SongView>
  /**
   * Opens a song in place of the one before, which stays until a long one is ready. Of two at once the later wins.
   *
   * @param name of the file, the title of a song without one
   * @returns `false` when cancelled or overtaken
   */
  openSong(reading: SongReading, name: string, control?: ReadingControl): Promise<boolean>
  /** Plays from the position, or again from the beginning. */
  play(): void
  stop(): void
  /** @param ms within the song; goes on playing from there if it plays */
  seek(ms: number): void
  close(): void
  /** @param track index of a playable track, or all of them @throws FretworkError `track_unknown` */
  show(track: number | 'all'): void
  /** @throws FretworkError `track_unknown` */
  toggleShown(track: number): void
  positionMs(): number
  /** From 1; 1 without a song. */
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

export const SONG_PLAYING = createEvent<boolean>('player.song-playing')

/** Opening a song waits for plugins with `activateOn: ['event:player.song-opening']`. */
export const SONG_OPENING = createEvent<undefined>('player.song-opening')

export const SONG_REPEATED = createEvent<{ readonly toMs: number }>('player.song-repeated')
