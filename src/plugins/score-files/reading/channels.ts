import { DRUM_CHANNEL } from '../../../core/music/song/song-events.js'
import type { model } from '../engine.js'

export interface Channels {
  readonly first: number
  /** For notes that bend while others of their chord do not. Both 0–15. */
  readonly second?: number
}

const CHANNELS = 16

/** Each track gets a channel, then tracks with bends get a second. Tracks of one instrument share first. */
export function channelsFor(score: model.Score): Channels[] {
  const free = Array.from({ length: CHANNELS }, (_, channel) => channel).filter(each => each !== DRUM_CHANNEL)
  const byProgram = new Map<number, number>()
  let shared = 0
  const firsts = score.tracks.map(track => {
    const { program } = track.playbackInfo
    if (isDrums(track)) return DRUM_CHANNEL
    const channel = free.shift() ?? byProgram.get(program) ?? nextShared()
    byProgram.set(program, channel)
    return channel
  })
  function nextShared() {
    const channel = [...byProgram.values()][shared % byProgram.size] ?? 0
    shared += 1
    return channel
  }
  return score.tracks.map((track, index) => {
    const first = firsts[index] ?? 0
    const second = first !== DRUM_CHANNEL && bends(track) ? free.shift() : undefined
    return second === undefined ? { first } : { first, second }
  })
}

function isDrums({ staves, playbackInfo }: model.Track): boolean {
  return staves.some(({ isPercussion }) => isPercussion) || playbackInfo.primaryChannel === DRUM_CHANNEL
}

function bends({ staves }: model.Track): boolean {
  return staves.some(({ bars }) =>
    bars.some(({ voices }) =>
      voices.some(({ beats }) =>
        beats.some(
          beat =>
            beat.hasWhammyBar ||
            beat.vibrato !== 0 ||
            beat.notes.some(note => note.hasBend || note.vibrato !== 0 || note.slideOutType !== 0),
        ),
      ),
    ),
  )
}
