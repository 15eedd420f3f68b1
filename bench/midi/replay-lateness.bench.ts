// How late each event of a real-time replay is, and how far it drifts over ten seconds: on an absolute schedule,
// with a clock of its own (--precise), compared with a chain of timers, the obvious way to write it.

import { nodeClock } from '../../cli/platform/node-platform.js'
import { openPreciseClock } from '../../cli/platform/precise-clock.js'
import type { ClockPort } from '../../src/core/platform/ports.js'
import { replay } from '../../src/plugins/replay/replay.js'
import type { ReplaySource } from '../../src/plugins/replay/replay-source.js'
import { reportFigure } from '../support/harness.js'

const SECONDS = 10
const STEP_MS = 20
const EVENTS = (SECONDS * 1000) / STEP_MS

const source: ReplaySource = {
  ...{ kind: 'song', name: '', state: [], startMs: 0, lengthMs: SECONDS * 1000, tracks: [], notes: [] },
  events: Array.from({ length: EVENTS }, (_, index) => ({
    raw: [index % 2 === 0 ? 0x90 : 0x80, 64, 100],
    ...{ portId: 'bench', at: index * STEP_MS, time: '00:00:00:000' },
  })),
}

/** Milliseconds behind its time, event by event. */
async function replayed(clock: Pick<ClockPort, 'now' | 'after'>): Promise<number[]> {
  const late: number[] = []
  const began = clock.now()
  await replay({
    ...{ source, clock },
    input: {
      receive(_bytes, { at }) {
        if (late.length < EVENTS) late.push(clock.now() - began - at)
        return undefined
      },
    },
  })
  return late
}

/** Each timer begins where the last one ended: its lateness stays. */
function chained(): Promise<number[]> {
  return new Promise(resolve => {
    const late: number[] = []
    const began = performance.now()
    const next = () => {
      late.push(performance.now() - began - late.length * STEP_MS)
      if (late.length < EVENTS) setTimeout(next, STEP_MS)
      else resolve(late)
    }
    next()
  })
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
const mean = (values: readonly number[]) => values.reduce((sum, ms) => sum + ms, 0) / values.length
/** How much later the last second is than the first: what adds up. */
const drift = (late: readonly number[]) => mean(late.slice(-50)) - mean(late.slice(0, 50))

const precise = await openPreciseClock()
try {
  // In the same ten seconds, so that all three share the same load.
  const [plain, kept, naive] = await Promise.all([replayed(nodeClock), replayed(precise.clock), chained()])
  for (const [name, late] of Object.entries({
    replay: plain,
    'replay --precise': kept,
    'a chain of timers': naive,
  })) {
    const sorted = late.toSorted((a, b) => a - b)
    const [p50, p95, max, drifted] = [at(sorted, 0.5), at(sorted, 0.95), at(sorted, 1), drift(late)].map(ms =>
      ms.toFixed(2),
    )
    process.stdout.write(
      `  ${name}: p50 ${p50} ms, p95 ${p95} ms, max ${max} ms, drift over ${SECONDS} s ${drifted} ms\n`,
    )
  }
  const sorted = plain.toSorted((a, b) => a - b)
  reportFigure({ name: 'replay in real time, lateness p50', figure: at(sorted, 0.5), unit: 'ms', limit: 2 })
  reportFigure({
    name: 'replay in real time, drift over 10 s',
    figure: Math.abs(drift(plain)),
    unit: 'ms',
    limit: 2,
  })
  reportFigure({
    name: 'replay in real time, events that came early',
    figure: [...plain, ...kept].filter(ms => ms < 0).length,
    unit: '',
    limit: 0,
  })
} finally {
  precise.close()
}
