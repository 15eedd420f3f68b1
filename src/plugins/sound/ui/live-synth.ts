/** The synthesizer in the page's audio context. */
import { Context, setContext } from 'tone'
import { disposable } from '../../../core/platform/disposable.js'
import { createAudioTime } from '../audio-time.js'
import type { LiveSynth } from '../synth.js'
import { createToneSynth } from './tone/tone-synth.js'

/** Rejections are ignored: audio that isn't suspended costs little power, and one that isn't resumed shows as suspended. */
const ignore = () => undefined

/**
 * @param now clock that all times refer to, in milliseconds
 * @param audio the page's audio, opened within a user gesture
 */
export function createLiveSynth(now: () => number, audio: AudioContext): LiveSynth {
  // The library's timer isn't needed, and would wake the page twenty times a second.
  const context = new Context({ context: audio, clockSource: 'offline' })
  // The library has opened one of its own when it was loaded.
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
