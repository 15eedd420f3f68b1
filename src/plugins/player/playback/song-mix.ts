import { DRUM_CHANNEL } from '../../../music/song/song-events.js'
import type { TrackMix } from '../tokens.js'

export interface SongMix {
  /** Mix by track index; tracks without an entry play unchanged. */
  readonly tracks: ReadonlyMap<number, TrackMix>
  /** In semitones; drums are not transposed. */
  readonly transpose: number
}

export const PLAIN_TRACK: TrackMix = { muted: false, solo: false, volume: 1 }
export const PLAIN_MIX: SongMix = { tracks: new Map(), transpose: 0 }

export function trackMix({ tracks }: SongMix, track: number): TrackMix {
  return tracks.get(track) ?? PLAIN_TRACK
}

export function isHeard(mix: SongMix, track: number): boolean {
  const { muted, solo, volume } = trackMix(mix, track)
  if (muted || volume <= 0) return false
  if (solo) return true
  for (const other of mix.tracks.values()) if (other.solo) return false
  return true
}

/** Returns `undefined` if the transposed pitch is outside 0–127. */
export function soundingPitch({ transpose }: SongMix, channel: number, pitch: number): number | undefined {
  if (channel === DRUM_CHANNEL) return pitch
  const moved = pitch + transpose
  return moved >= 0 && moved <= 127 ? moved : undefined
}

/** Returns 1–127, because velocity 0 would end the note. */
export function soundingVelocity(mix: SongMix, track: number, velocity: number): number {
  return Math.min(127, Math.max(1, Math.round(velocity * trackMix(mix, track).volume)))
}
