/** The synthesiser in the page's own audio. */
import { Context, getContext } from 'tone'
import { disposable } from '../../../core/platform/disposable.js'
import { createAudioTime } from '../audio-time.js'
import type { LiveSynth } from '../synth.js'
import { createToneSynth } from './tone/tone-synth.js'

/** @param now milliseconds on the clock of all that it is given */
export function createLiveSynth(now: () => number): LiveSynth {
  const context = getContext()
  // Nothing here runs by the library's own timer, which would wake the page twenty times a second.
  if (context instanceof Context) context.clockSource = 'offline'
  const synth = createToneSynth({
    seconds: createAudioTime(now, () => context.currentTime),
    later: run => void setTimeout(run, 0),
  })
  const { rawContext } = context
  const rest = () => {
    if ('suspend' in rawContext && context.state === 'running') rawContext.suspend(0).catch(letItRun)
  }
  return {
    ...synth,
    wake: () => void context.resume().catch(waitForATouch),
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

function letItRun(): void {
  // Audio that cannot rest costs a little power; nothing else is lost.
}

function waitForATouch(): void {
  // The state stays `suspended`, which is shown, and the next touch tries again.
}
