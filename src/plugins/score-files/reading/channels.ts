/** The MIDI channels of a score: alphaTab counts as many as it needs, MIDI has sixteen. */
import { DRUM_CHANNEL } from '../../../core/music/song/song-events.js'
import type { model } from '../engine.js'

export interface Channels {
  /** 0–15. */
  readonly first: number
  /** 0–15: for notes that bend while others of their chord do not. */
  readonly second?: number
}

const CHANNELS = 16

/**
 * One for each track, then a second one for each that bends, as long as there are any. Where tracks outnumber
 * channels, those of one instrument share first.
 */
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

/** Whether alphaTab may use its second channel. */
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
