/** The synthesizer as a Tone.js graph, in the current audio context: the page's or an offline one. */
import { connect, Gain, getContext, getDestination, WaveShaper } from 'tone'
import { renderStringSamples, type SampleSet } from '../../instruments/string-samples.js'
import { gainOf } from '../../level.js'
import type { Instrument } from '../../settings.js'
import type { Synth } from '../../synth.js'
import { createDrumNoises, createDrums } from './tone-drums.js'
import { ToneStrip } from './tone-strip.js'
import { bufferOf, startString, startSynthesizer, type VoiceStart } from './tone-voice.js'

interface ToneSynthParts {
  /** Converts milliseconds on the application's clock to seconds of the audio context. */
  readonly seconds: (ms: number) => number
  /** Runs something that isn't urgent. */
  readonly later: (run: () => void) => void
}

/** Avoids clicks. */
const VOLUME_RAMP_S = 0.02

export function createToneSynth({ seconds, later }: ToneSynthParts): Synth {
  const context = getContext()
  const volume = new Gain(1)
  const toCurve = new Gain(1 / CURVE_REACH)
  const curve = new WaveShaper(x => softClip(x * CURVE_REACH), CURVE_POINTS)
  connect(volume, toCurve)
  connect(toCurve, curve)
  connect(curve, getDestination())
  const strips: ToneStrip[] = []
  const noises = createDrumNoises()
  let instrument: Instrument = 'synthesiser'
  let samples: SampleSet<AudioBuffer> | undefined
  let volumeSet = false

  const strings = () => {
    samples ??= renderStringSamples({ sampleRate: context.sampleRate, toBuffer: bufferOf, later })
    return samples
  }
  const startNote = (start: VoiceStart) =>
    instrument === 'synthesiser' ? startSynthesizer(start) : startString(start, strings().nearest(start.note))

  return {
    openStrip(kind) {
      const startVoice = kind === 'drums' ? createDrums(noises) : startNote
      const strip = new ToneStrip({ output: volume, seconds, startVoice })
      strips.push(strip)
      return strip
    },
    setInstrument(chosen) {
      instrument = chosen
      if (chosen === 'plucked-string') strings()
    },
    setVolume(level, muted) {
      const gain = muted ? 0 : gainOf(level)
      if (volumeSet) volume.gain.rampTo(gain, VOLUME_RAMP_S)
      else volume.gain.setValueAtTime(gain, 0)
      volumeSet = true
    },
    dispose() {
      for (const strip of strips) strip.dispose()
      for (const node of [volume, toCurve, curve]) node.dispose()
    },
  }
}

/** The curve covers this many times full level, in this many points. */
const CURVE_REACH = 4
const CURVE_POINTS = 8193
/** The signal is unchanged up to this level. */
const KNEE = 0.75

/** Chords of many loud notes are compressed softly instead of clipping. */
function softClip(sample: number): number {
  const size = Math.abs(sample)
  if (size <= KNEE) return sample
  return Math.sign(sample) * (KNEE + (1 - KNEE) * Math.tanh((size - KNEE) / (1 - KNEE)))
}
