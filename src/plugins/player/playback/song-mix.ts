/** What is heard of each track, and how high: mute, solo, volume and transposition. */
import { DRUM_CHANNEL } from '../../../core/music/song/song-events.js'
import type { TrackMix } from '../tokens.js'

export interface SongMix {
  /** By index of the track; one that is not named is heard as it is. */
  readonly tracks: ReadonlyMap<number, TrackMix>
  /** Semitones, negative downwards. Drums stay. */
  readonly transpose: number
}

export const PLAIN_TRACK: TrackMix = { muted: false, solo: false, volume: 1 }
export const PLAIN_MIX: SongMix = { tracks: new Map(), transpose: 0 }

export function trackMix({ tracks }: SongMix, track: number): TrackMix {
  return tracks.get(track) ?? PLAIN_TRACK
}

/** Whether the notes of a track are heard. */
export function isHeard(mix: SongMix, track: number): boolean {
  const { muted, solo, volume } = trackMix(mix, track)
  if (muted || volume <= 0) return false
  if (solo) return true
  for (const other of mix.tracks.values()) if (other.solo) return false
  return true
}

/** The pitch that sounds, 0–127; `undefined` where it would lie outside of what MIDI can carry. */
export function soundingPitch({ transpose }: SongMix, channel: number, pitch: number): number | undefined {
  if (channel === DRUM_CHANNEL) return pitch
  const moved = pitch + transpose
  return moved >= 0 && moved <= 127 ? moved : undefined
}

/** @param velocity 1–127, and so is what comes out: a stroke of 0 would be an end */
export function soundingVelocity(mix: SongMix, track: number, velocity: number): number {
  return Math.min(127, Math.max(1, Math.round(velocity * trackMix(mix, track).volume)))
}
