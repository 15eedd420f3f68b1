/** The synthesiser itself: Tone.js with the specification's defaults (section 9). */
import { Frequency, getContext, PolySynth, start, Synth as ToneVoice, Volume } from 'tone'
import type { Synth } from '../synth-voice.js'

/** Six strings ring on into the next chord, and the next. */
const VOICES = 32
/** Leaves room for a chord of six before the sum is too loud. */
const LEVEL_DB = -10

/** @param now milliseconds on the clock that `atMs` is measured by */
export async function createToneSynth(now: () => number): Promise<Synth> {
  // Browsers let a page sound only after the user has touched it: notes come from a touch or follow one.
  await start()
  const volume = new Volume(LEVEL_DB).toDestination()
  const synth = new PolySynth(ToneVoice, {
    oscillator: { type: 'triangle' },
    envelope: { attack: 0.005, decay: 0.1, sustain: 0.3, release: 1 },
  }).connect(volume)
  synth.maxPolyphony = VOICES

  /** The audio clock, in seconds; what is already late sounds now. */
  const at = (ms: number) => Math.max(0, (ms - now()) / 1000) + getContext().currentTime
  const pitch = (note: number) => Frequency(note, 'midi').toFrequency()

  return {
    start: (note, ms, velocity) => void synth.triggerAttack(pitch(note), at(ms), velocity),
    stop: (note, ms) => void synth.triggerRelease(pitch(note), at(ms)),
    stopAll: ms => void synth.releaseAll(at(ms)),
    dispose() {
      synth.dispose()
      volume.dispose()
    },
  }
}
