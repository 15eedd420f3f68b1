import type { BasicSoundBank } from 'spessasynth_core'
import type { Steps } from '../../../core/platform/steps.js'
import { Loudness } from '../../../music/audio/loudness.js'
import type { Arrangement } from './arrangement.js'
import { renderSteps } from './render.js'

/** Target loudness, LUFS. */
const TARGET = -16
/** Limits of the level correction, dB. */
const RANGE = { lowest: -15, highest: 15 } as const

/** Sample rate, Hz. Sufficient for measuring loudness, and twice as fast as 44.1 kHz. */
const SAMPLE_RATE = 22_050
/** Gain that keeps the sound below the limiter, which would change the result. */
const QUIET = 0.05

const EXCERPTS = 5
const EXCERPT_MS = 6000

/** Measures excerpts from a song. @returns gain that brings the song to −16 LUFS */
export function* songLevelSteps(
  arrangement: Arrangement,
  banks: ReadonlyMap<string, BasicSoundBank>,
): Steps<number> {
  const loudness = new Loudness(SAMPLE_RATE)
  const { endMs } = arrangement
  const isShort = endMs <= EXCERPTS * EXCERPT_MS
  const count = isShort ? 1 : EXCERPTS
  for (let index = 0; index < count; index += 1) {
    const middle = (endMs * (index + 0.5)) / EXCERPTS
    const part = isShort ? arrangement : excerpt(arrangement, middle - EXCERPT_MS / 2)
    const write = (left: Float32Array, right: Float32Array) => loudness.add(left, right)
    const steps = renderSteps(part, { sampleRate: SAMPLE_RATE, banks, write, level: QUIET, tailS: 0 })
    for (const portion of steps) yield (index + portion) / count
  }
  const { value } = loudness
  if (!Number.isFinite(value)) return 1
  const decibels = TARGET - (value - 20 * Math.log10(QUIET))
  return 10 ** (Math.min(RANGE.highest, Math.max(RANGE.lowest, decibels)) / 20)
}

/** Starts with the programs, controllers and bends in effect. Notes that began earlier are silent. */
function excerpt(arrangement: Arrangement, fromMs: number): Arrangement {
  const toMs = fromMs + EXCERPT_MS
  const isNote = ([status = 0]: readonly number[]) => status >> 4 === 8 || status >> 4 === 9
  const messages = arrangement.messages
    .filter(({ atMs, bytes }) => atMs < toMs && (atMs >= fromMs || !isNote(bytes)))
    .map(({ atMs, ...message }) => ({ ...message, atMs: Math.max(0, atMs - fromMs) }))
  return { ...arrangement, messages, endMs: EXCERPT_MS }
}
