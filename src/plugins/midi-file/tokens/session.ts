/** Opening a song and playing it. */
import { createToken } from '../../../core/kernel/services/token.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'
import type { SongReading } from '../read-midi-file.js'
import type { ReadingControl } from '../reading-control.js'
import type { ShownTracks } from './practice.js'
import type { OpenSong, SongFile, SongProblem } from './song.js'

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

export const SONG_SESSION = createToken<SongSession>('midi-file.session')
