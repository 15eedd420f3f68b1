import { metersOf, pickupOf, ticksPerBeat } from '../../../music/song/pickup.js'
import type { Song } from '../../../music/song/song.js'
import { tempoMap } from '../../../music/song/tempo-map.js'
import type { BarBeat } from '../tokens.js'

interface Stretch {
  /** Negative if a pickup is incomplete. */
  readonly ticks: number
  readonly bar: number
  readonly beats: number
  readonly ticksPerBeat: number
}

export interface Beat {
  readonly ms: number
  readonly first: boolean
}

const SAME_MS = 0.01
/** Limit of MIDI files; JSON songs may claim more. */
const MOST_BEATS = 255

/**
 * Maps times to bars and beats. A time signature change starts a new bar. A pickup
 * is bar 0 and holds the last beats of a full bar: an eighth before 6/8 is beat 6.
 */
export function barGrid({ header }: Song) {
  const { ticksAt, secondsAt } = tempoMap(header.tempos, header.ppq)
  const stretches = stretchesOf(header)
  const usual: Stretch = { ticks: 0, bar: 1, beats: 4, ticksPerBeat: header.ppq }
  const msAt = (ticks: number) => secondsAt(ticks) * 1000
  const stretchAt = (ticks: number) => stretches.findLast(stretch => stretch.ticks <= ticks) ?? usual
  const nextAfter = (stretch: Stretch) => stretches[stretches.indexOf(stretch) + 1]

  const barBeatAt = (ms: number): BarBeat => {
    const ticks = ticksAt(Math.max(0, ms) / 1000)
    const from = stretchAt(ticks)
    const beats = Math.floor((ticks - from.ticks) / from.ticksPerBeat)
    return { bar: from.bar + Math.floor(beats / from.beats), beat: (beats % from.beats) + 1 }
  }

  return {
    /** 0 if the song starts with a pickup, otherwise 1. */
    firstBar: stretches[0]?.bar ?? 1,
    /** @example barGrid(song).barBeatAt(2000) // { bar: 2, beat: 1 } in 4/4 at 120 BPM */
    barBeatAt,
    /**
     * Returns the start of a bar in ms; bars beyond the last are allowed.
     * @param bar bar number, from `firstBar`
     */
    barStart(bar: number) {
      const from = stretches.findLast(stretch => stretch.bar <= bar) ?? usual
      return msAt(Math.max(0, from.ticks + Math.max(0, bar - from.bar) * from.beats * from.ticksPerBeat))
    },
    beatFrom(ms: number): Beat {
      const from = stretchAt(ticksAt(Math.max(0, ms) / 1000))
      const next = nextAfter(from)
      let beat = Math.max(0, Math.floor((ticksAt(ms / 1000) - from.ticks) / from.ticksPerBeat) - 1)
      while (msAt(from.ticks + beat * from.ticksPerBeat) < ms - SAME_MS) beat += 1
      const ticks = from.ticks + beat * from.ticksPerBeat
      if (next && ticks >= next.ticks) return { ms: msAt(next.ticks), first: true }
      return { ms: msAt(ticks), first: beat % from.beats === 0 }
    },
    /** Returns the beats in the `bars` bars before a position, earliest first, in ms at the tempo there. */
    countIn(ms: number, bars: number): readonly { readonly beforeMs: number; readonly first: boolean }[] {
      const ticks = ticksAt(ms / 1000)
      const from = stretchAt(ticks)
      const at = (ticks - from.ticks) / from.ticksPerBeat
      const msPerBeat = (secondsAt(ticks + from.ticksPerBeat) - secondsAt(ticks)) * 1000
      const counted: { beforeMs: number; first: boolean }[] = []
      for (let beat = Math.ceil(at - bars * from.beats); beat < at; beat += 1) {
        const inBar = ((beat % from.beats) + from.beats) % from.beats
        counted.push({ beforeMs: (at - beat) * msPerBeat, first: inBar === 0 })
      }
      return counted
    },
  }
}

export type BarGrid = ReturnType<typeof barGrid>

function stretchesOf(header: Song['header']): Stretch[] {
  const stretches: Stretch[] = []
  const pickup = pickupOf(header)
  const [first, ...later] = metersOf(header)
  for (const { ticks, timeSignature } of [pickup?.meter ?? first, ...later].filter(
    meter => meter !== undefined,
  )) {
    const [most, unit] = timeSignature
    const beats = Math.min(MOST_BEATS, Math.max(1, Math.round(most)))
    const beat = ticksPerBeat(header.ppq, unit)
    const before = stretches.at(-1)
    const bars = before ? Math.ceil((ticks - before.ticks) / (before.beats * before.ticksPerBeat)) : 0
    const isPickup = !before && pickup !== undefined
    stretches.push({
      ticks: isPickup ? ticks - beats * beat : ticks,
      bar: (before?.bar ?? (isPickup ? 0 : 1)) + bars,
      beats,
      ticksPerBeat: beat,
    })
  }
  return stretches
}
