import { Context, setContext } from 'tone'
import { disposable } from '../../../core/platform/disposable.js'
import { createAudioTime } from '../audio-time.js'
import type { LiveSynth } from '../synth.js'
import { createToneSynth } from './tone/tone-synth.js'

/** Audio that isn't suspended costs little, and audio that isn't resumed shows as suspended. */
const ignore = () => undefined

export function createLiveSynth(now: () => number, audio: AudioContext): LiveSynth {
  // The library's timer would wake the page twenty times a second.
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
