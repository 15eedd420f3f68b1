import { Context, setContext } from 'tone'
import { disposable } from '../../../core/platform/store.js'
import type { LiveSynth } from '../synth.js'
import { createToneSynth } from './tone/tone-synth.js'

/** Failing to suspend audio is harmless. Failing to resume leaves the state `suspended`. */
const ignore = () => undefined

export function createLiveSynth(now: () => number, audio: AudioContext): LiveSynth {
  // Tone.js's own timer would wake the page twenty times per second.
  const context = new Context({ context: audio, clockSource: 'offline' })
  setContext(context, true)
  const synth = createToneSynth({
    seconds: createAudioTime(now, () => context.currentTime),
    later: run => void setTimeout(run, 0),
  })
  const rest = () => {
    if (audio.state === 'running') audio.suspend().catch(ignore)
  }
  return {
    ...synth,
    wake: () => void context.resume().catch(ignore),
    rest,
    get awake() {
      return context.state === 'running'
    },
    onAwakeChange(listener) {
      context.on('statechange', listener)
      return disposable(() => void context.off('statechange', listener))
    },
    dispose() {
      synth.dispose()
      rest()
    },
  }
}

/** A larger clock jump, in seconds, means that audio was suspended. */
const JUMP_S = 0.1
/** Maximum clock drift in seconds per second, ten times that of a quartz clock. */
const DRIFT = 0.001

/**
 * Converts application time in ms to audio time in seconds, never in the past.
 * The audio clock advances in steps of 3 to 40 ms, so a reading may be up to one
 * step late. Using the earliest reading keeps the timing between notes exact.
 */
export function createAudioTime(now: () => number, currentTime: () => number): (ms: number) => number {
  let offset = Number.NEGATIVE_INFINITY
  let readAt = 0

  return ms => {
    const nowS = now() / 1000
    const read = currentTime()
    const measured = read - nowS
    const drifted = offset - Math.max(0, nowS - readAt) * DRIFT
    offset = Math.abs(measured - drifted) > JUMP_S ? measured : Math.max(measured, drifted)
    readAt = nowS
    return Math.max(read, offset + ms / 1000)
  }
}
