export interface Tempo {
  readonly bpm: number
  readonly ticks: number
}

export const DEFAULT_PPQ = 480
export const DEFAULT_BPM = 120

interface Stretch {
  readonly ticks: number
  readonly seconds: number
  readonly secondsPerTick: number
}

export function tempoMap(tempos: readonly Tempo[], ppq = DEFAULT_PPQ) {
  const stretches: Stretch[] = [{ ticks: 0, seconds: 0, secondsPerTick: 60 / DEFAULT_BPM / ppq }]
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

function lastBefore(stretches: readonly Stretch[], isBefore: (stretch: Stretch) => boolean): Stretch {
  let low = 0
  let high = stretches.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const stretch = stretches[middle]
    if (stretch && isBefore(stretch)) low = middle
    else high = middle - 1
  }
  return stretches[low] ?? { ticks: 0, seconds: 0, secondsPerTick: 60 / DEFAULT_BPM / DEFAULT_PPQ }
}

/** Quarter notes: hands roll chords in recordings; other notes are farther apart in any written music. */
export const TOGETHER = 0.03
