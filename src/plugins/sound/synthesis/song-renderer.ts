import { BasicSoundBank, SoundBankLoader } from 'spessasynth_core'
import type { ClockPort } from '../../../core/platform/ports.js'
import { partOf, type Steps } from '../../../core/platform/steps.js'
import type { RenderingControl } from '../tokens.js'
import type { Arrangement } from './arrangement.js'
import { renderSteps } from './render.js'
import { songLevelSteps } from './song-level.js'

/** Progress after the level has been measured. */
const LEVELED = 0.1

/**
 * Renders at −16 LUFS, or with a fixed gain.
 * @param afterStep called about every tenth of a second of sound
 */
export async function renderSong(
  arrangement: Arrangement,
  banks: ReadonlyMap<string, BasicSoundBank>,
  { sampleRate, write, level: fixed }: Pick<RenderingControl, 'sampleRate' | 'write' | 'level'>,
  afterStep: (portion: number) => unknown,
): Promise<void> {
  let written: unknown
  function* steps(): Steps<void> {
    const level = fixed ?? (yield* partOf(songLevelSteps(arrangement, banks), 0, LEVELED))
    const take: typeof write = (left, right) => {
      written = write(left, right)
    }
    yield* partOf(renderSteps(arrangement, { sampleRate, banks, level, write: take }), LEVELED, 1)
  }
  for (const portion of steps()) {
    await written
    await afterStep(portion)
  }
  await written
}

const BUSY_AT_MOST_MS = 8

/** Parsed banks, by file. */
const parsed = new WeakMap<ArrayBuffer, BasicSoundBank>()

/** Renders with one bank on this thread, which stays responsive. */
export async function renderWith(
  arrangement: Arrangement,
  { bank, signal, onProgress, ...target }: RenderingControl,
  clock: Pick<ClockPort, 'now' | 'after'>,
): Promise<void> {
  await BasicSoundBank.isSF3DecoderReady
  const known = bank && (parsed.get(bank) ?? SoundBankLoader.fromArrayBuffer(bank))
  if (bank && known) parsed.set(bank, known)
  const banks = new Map(known && [['all', known]])
  let since = clock.now()
  const pause = async (portion: number) => {
    onProgress(portion)
    await new Promise<void>(resolve => clock.after(0, resolve))
    signal.throwIfAborted()
    since = clock.now()
  }
  const afterStep = (portion: number) => (clock.now() - since < BUSY_AT_MOST_MS ? undefined : pause(portion))
  await renderSong(arrangement, banks, target, afterStep)
}
