import { countWhile } from '../../core/platform/ordered.js'
import type { Song } from './song.js'

export interface Tempo {
  readonly bpm: number
  readonly ticks: number
}

export const DEFAULT_PPQ = 480
export const DEFAULT_BPM = 120

interface TempoStretch {
  readonly ticks: number
  readonly seconds: number
  readonly secondsPerTick: number
}

export function tempoMap(tempos: readonly Tempo[], ppq = DEFAULT_PPQ) {
  const stretches: TempoStretch[] = [{ ticks: 0, seconds: 0, secondsPerTick: 60 / DEFAULT_BPM / ppq }]
  for (const tempo of tempos.toSorted((a, b) => a.ticks - b.ticks)) {
    const last = stretches[stretches.length - 1]
    if (!last) break
    const seconds = last.seconds + (tempo.ticks - last.ticks) * last.secondsPerTick
    stretches.push({ ticks: tempo.ticks, seconds, secondsPerTick: 60 / tempo.bpm / ppq })
  }
  return {
    secondsAt(ticks: number) {
      const from = lastBefore(stretches, stretch => stretch.ticks <= ticks)
      return from.seconds + (ticks - from.ticks) * from.secondsPerTick
    },
    ticksAt(seconds: number) {
      const from = lastBefore(stretches, stretch => stretch.seconds <= seconds)
      return Math.round(from.ticks + (seconds - from.seconds) / from.secondsPerTick)
    },
  }
}

export type TempoMap = ReturnType<typeof tempoMap>

function lastBefore(
  stretches: readonly TempoStretch[],
  isBefore: (stretch: TempoStretch) => boolean,
): TempoStretch {
  const count = countWhile(stretches.length, index => isBefore(stretches[index] as TempoStretch))
  return stretches[Math.max(0, count - 1)] as TempoStretch
}

/**
 * In quarter notes. Notes of a rolled chord in a recording are closer together, written notes farther apart.
 */
export const CHORD_SPREAD = 0.03

export type SongQuarters = ReturnType<typeof songQuarters>

const FINER = 16

export function songQuarters({ header: { tempos, ppq } }: Pick<Song, 'header'>) {
  const finer = ppq * FINER
  const map = tempoMap(
    tempos.map(({ bpm, ticks }) => ({ bpm, ticks: ticks * FINER })),
    finer,
  )
  return {
    quarterAt: (ms: number) => map.ticksAt(Math.max(0, ms) / 1000) / finer,
    msAt: (quarter: number) => map.secondsAt(quarter * finer) * 1000,
  }
}

type TimeSignature = Song['header']['timeSignatures'][number]

const USUAL: TimeSignature['timeSignature'] = [4, 4]
const SMALLEST_UNIT = 128

export function ticksPerBeat(ppq: number, unit: number): number {
  return (ppq * 4) / Math.min(unit, SMALLEST_UNIT)
}

export function metersOf({ timeSignatures }: Song['header']): readonly TimeSignature[] {
  const changes = timeSignatures.toSorted((a, b) => a.ticks - b.ticks)
  if (changes[0]?.ticks !== 0) changes.unshift({ ticks: 0, timeSignature: [...USUAL] })
  return changes.filter(({ ticks }, index) => changes[index + 1]?.ticks !== ticks)
}

/**
 * Detects a pickup bar, which notation programs write as a shorter time signature before the real one.
 * @example pickupOf(greensleeves) // { ticks: 240, meter: { ticks: 240, timeSignature: [6, 8] } }
 */
export function pickupOf(header: Song['header']) {
  const meter = metersOf(header)[1]
  if (!meter) return undefined
  const [beats, unit] = meter.timeSignature
  const { ticks } = meter
  return ticks < beats * ticksPerBeat(header.ppq, unit) ? { ticks, meter } : undefined
}

interface Stretch {
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
/** Limit in MIDI files. JSON songs may have any value. */
const MOST_BEATS = 255

/**
 * Maps times to bars and beats. A time signature change starts a new bar. A pickup is bar 0 and contains the
 * last beats of a full bar: an eighth before 6/8 is beat 6.
 */
export function barGrid({ header }: Song) {
  const { ticksAt, secondsAt } = tempoMap(header.tempos, header.ppq)
  const stretches = stretchesOf(header)
  const usual: Stretch = { ticks: 0, bar: 1, beats: 4, ticksPerBeat: header.ppq }
  const msAt = (ticks: number) => secondsAt(ticks) * 1000
  const stretchAt = (ticks: number) => stretches.findLast(stretch => stretch.ticks <= ticks) ?? usual
  const nextAfter = (stretch: Stretch) => stretches[stretches.indexOf(stretch) + 1]

  const barBeatAt = (ms: number): { readonly bar: number; readonly beat: number } => {
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
     * Returns the start of a bar in ms, even after the last bar.
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

/** @returns the number of the song's last bar */
export function lastBarOf({ firstBar, barBeatAt, barStart }: BarGrid, lengthMs: number): number {
  const { bar, beat } = barBeatAt(lengthMs)
  const endsBefore = beat === 1 && bar > firstBar && barStart(bar) >= lengthMs - 1
  return endsBefore ? bar - 1 : bar
}
