/** Time in bars and beats. */
import type { Disposable } from '../../../core/platform/disposable.js'
import { createToken } from '../../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'
import type { BarBeat } from './session.js'

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
