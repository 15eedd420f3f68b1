/** What others may use of practising: tempo, loop, tracks, and the places of the notes on the neck. */
import { createToken } from '../../../core/kernel/services/token.js'
import type { Position } from '../../../core/music/guitar/position.js'
import type { ReadonlyStore, Store } from '../../../core/platform/store.js'
import type { NeckMark } from '../../fretboard/tokens.js'
import type { TrackMix } from '../song-mix.js'

/** Index of a track, indices of several, or all that a neck can show. */
export type ShownTracks = number | 'all' | readonly number[]

/** Bars, both included, from 1. */
export interface BarRange {
  readonly from: number
  readonly to: number
}

/** How the open song is practised. Kept for each song. */
export interface PracticeView {
  /** Percent of the song's own tempo, 25–200. */
  readonly tempo: number
  /** Kept also while it is off. */
  readonly loop: BarRange | undefined
  readonly looping: boolean
  /** Percent by which each time through the loop is faster than the one before; 0 is none, and below it is slower. */
  readonly step: number
  /** The tempo at which steps end, in percent. */
  readonly goal: number
  /** Semitones, −36 to 36. */
  readonly transpose: number
  /** By index of the track; one that is not named is heard as it is. */
  readonly tracks: ReadonlyMap<number, TrackMix>
  /** The song waits at each note of the shown tracks until it was played. */
  readonly wait: boolean
}

export interface SongPractice {
  readonly view: ReadonlyStore<PracticeView>
  /** @param percent is held within 25–200 */
  setTempo(percent: number): void
  setSteps(steps: { readonly step?: number; readonly goal?: number }): void
  /** Loops these bars; `undefined` forgets the loop. Put right where it is the wrong way round, or beyond the song. */
  setLoop(bars: BarRange | undefined): void
  setLooping(on: boolean): void
  /** @param semitones is held within −36 to 36 */
  setTranspose(semitones: number): void
  /** @param track index @throws FretworkError `track_unknown` */
  setTrack(track: number, mix: Partial<TrackMix>): void
  setWait(on: boolean): void
}

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
}

/** A note that the user has put on a string. */
export interface SongPin {
  readonly track: number
  readonly note: number
  /** From 1. */
  readonly string: number
}

/** Where the user wishes the hand to be: frets from the capo, both included. */
export interface SongZone {
  readonly from: number
  readonly to: number
}

export interface SongPlacesView {
  /** Who found the places: `lowest-fret` while the better ones are looked for, and where nobody finds them. */
  readonly by: 'lowest-fret' | 'positions'
  /** Whether somebody still looks for better ones. */
  readonly working: boolean
  /** All notes of the shown tracks, in the order in which they begin. */
  readonly notes: readonly ShownNote[]
  /** What the user has put elsewhere; the other notes follow. */
  readonly pins: readonly SongPin[]
  /**
   * How many pins of shown notes hold nothing: the neck as it is now has no such place, or another pin of the chord has
   * the string. They stay, and hold again as soon as they can.
   */
  readonly idlePins: number
  readonly zone: SongZone | undefined
  /** Lowest and highest fret of all places; `undefined` until all are known, and where there are none. */
  readonly frets: { readonly from: number; readonly to: number } | undefined
  /** How many notes have no place: the neck does not reach them, or their chord has no string left. 0 until that is known. */
  readonly unplaced: number
  /** Indices of notes that no hand holds together; they have the grip with the least span. */
  readonly unheld: ReadonlySet<number>
}

/** Where the notes of the shown tracks lie on the neck as it is now. Told anew when any of that changes. */
export interface SongPlaces {
  readonly view: ReadonlyStore<SongPlacesView>
  /** @param index of the note in `view.notes`; `undefined` where the neck has no place for it, or its chord no string left */
  placeOf(index: number): Position | undefined
  /** Puts notes on strings, at once. Places of the others are looked for anew; until they are found, they stay. */
  setPins(pins: readonly SongPin[]): void
  /** Wishes the hand there in the whole piece; `undefined` wishes nothing. */
  setZone(zone: SongZone | undefined): void
}

export const SONG_PRACTICE = createToken<SongPractice>('midi-file.practice')
export const SONG_PLACES = createToken<SongPlaces>('midi-file.places')

/** How the plugin's own parts see practising. */
export interface SongPracticeKeeper extends SongPractice {
  /** What is remembered of a song; nothing changes. */
  recall(song: PractisedSong): { readonly practice: PracticeView; readonly shown: ShownTracks }
  /** A song is opened: what is remembered of it holds. @returns the tracks that were shown last time */
  begin(song: PractisedSong): ShownTracks
  /** None is open. */
  end(): void
  keepShown(shown: ShownTracks): void
  /** The tempo of the next time through the loop, in percent. */
  nextTempo(): number
}

export interface PractisedSong {
  /** Knows the song again. */
  readonly key: string
  readonly bars: number
  readonly tracks: number
}

/** How the plugin's own parts see the places. */
export interface SongPlacesKeeper extends SongPlaces {
  /** Where the note lights up: it shares a string rather than light everywhere. */
  litAt(index: number): Position | undefined
  /** Takes other notes. Pins stay unless others are given. */
  show(notes: readonly ShownNote[], pins?: readonly SongPin[]): void
  /** The neck is another one now, or the service is. */
  outdated(): void
  /** Another song comes: its pins and its zone are none of this one. */
  forget(): void
}

/** The plugin's own. */
export const PRACTICE_KEEPER = createToken<SongPracticeKeeper>('midi-file.practice-keeper')
export const PLACES_KEEPER = createToken<SongPlacesKeeper>('midi-file.places-keeper')
/** The plugin's own: the outlines of the next notes. */
export const COMING_MARKS = createToken<Store<readonly NeckMark[]>>('midi-file.coming-marks')
