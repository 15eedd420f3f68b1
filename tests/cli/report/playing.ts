/** Random input with chords, pedals, pitch bends, bend ranges, strings, and several channels and ports. */
import type { ProblemReport } from '../../../src/plugins/diagnostics/tokens.js'

const MESSAGES = 300

interface Played {
  readonly port: string
  readonly bytes: readonly number[]
  readonly string?: number
}

/** Mulberry32 generator: the same seed always gives the same sequence. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const CHANNELS = [0, 0, 0, 1, 5, 9, 15]
const OPEN = [64, 59, 55, 50, 45, 40]

function playing(seed: number, count: number): Played[] {
  const random = randomOf(seed)
  const among = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  const messages: Played[] = []
  while (messages.length < count) {
    const [port, channel] = [among(['guitar', 'guitar', 'keys']), among(CHANNELS)]
    const add = (...bytes: number[]) => messages.push({ port, bytes })
    const control = (controller: number, value: number) => add(0xb0 | channel, controller, value)
    const kind = random()
    if (kind < 0.35) {
      const string = random() < 0.3 ? 1 + upTo(5) : undefined
      const pitch = string === undefined ? 30 + upTo(78) : (OPEN[string - 1] ?? 64) + upTo(12)
      const velocity = among([1, 64, 100, 127, 1 + upTo(126)])
      const note = (bytes: number[]) =>
        messages.push({ port, bytes, ...(string !== undefined && { string }) })
      note([0x90 | channel, pitch, velocity])
      if (random() < 0.6)
        note(random() < 0.3 ? [0x90 | channel, pitch, 0] : [0x80 | channel, pitch, upTo(127)])
    } else if (kind < 0.55) add(0x80 | channel, 30 + upTo(78), upTo(127))
    else if (kind < 0.68) control(64, among([0, 1, 63, 64, 65, 127]))
    else if (kind < 0.74) control(66, among([0, 127]))
    else if (kind < 0.84) add(0xe0 | channel, upTo(127), upTo(127))
    else if (kind < 0.88) {
      const [coarse, fine] = random() < 0.7 ? [101, 100] : [99, 98]
      control(coarse, 0)
      control(fine, 0)
      control(6, 1 + upTo(11))
      if (random() < 0.5) control(38, upTo(99))
    } else if (kind < 0.95) control(among([120, 121, 123, 124, 126, 7, 1]), among([0, 64]))
    else if (kind < 0.97) add(0xc0 | channel, upTo(127))
    else if (kind < 0.98) add(0xff)
    else add(0x80 | channel, 30 + upTo(78), 0)
  }
  return messages
}

export const played = (seed: number): ProblemReport => ({
  ...{ format: 'fretwork-report', version: 1, made: '', app: { version: '', host: 'node' } },
  ...{ user: { loggedIn: true }, plugins: [], cut: false, settings: {}, bendRanges: {}, before: [] },
  view: { strings: [64], capo: 0, fretMin: 0, fretMax: 12, onePlace: false },
  steps: playing(seed, MESSAGES).map(({ port, bytes, string }, index) => ({
    kind: 'midi' as const,
    ...{ at: index * 20, port, time: '12:00:00:000' },
    raw: bytes.map(byte => byte.toString(16).padStart(2, '0')).join(' '),
    ...(string !== undefined && { string }),
  })),
})
