import { connect, Gain, getContext, getDestination, WaveShaper } from 'tone'
import { getOrMake } from '../../../../core/platform/get-or-make.js'
import { gainOf } from '../../channel.js'
import { renderPluck } from '../../instruments/plucked-string.js'
import {
  noteHz,
  renderStringSamples,
  type Samples,
  samplesOnDemand,
  secondsOf,
} from '../../instruments/string-samples.js'
import { renderStruck } from '../../instruments/struck-tone.js'
import { type Ringing, type Sustained, TIMBRES, type Timbre, timbreOf } from '../../instruments/timbres.js'
import { INSTRUMENT_TIMBRES } from '../../settings.js'
import type { Synth } from '../../synth.js'
import { createDrumNoises, createDrums } from './tone-drums.js'
import { ToneStrip } from './tone-strip.js'
import { bufferOf, startRinging, startSustained, type VoiceStart } from './tone-voice.js'

interface ToneSynthParts {
  readonly seconds: (ms: number) => number
  readonly later: (run: () => void) => void
}

const VOLUME_RAMP_S = 0.02

export function createToneSynth({ seconds, later }: ToneSynthParts): Synth {
  const context = getContext()
  const voices = new Gain(1)
  const volume = new Gain(1)
  const toCurve = new Gain(1 / CURVE_REACH)
  const curve = new WaveShaper(x => softClip(x * CURVE_REACH), CURVE_POINTS)
  connect(voices, volume)
  connect(volume, toCurve)
  connect(toCurve, curve)
  connect(curve, getDestination())
  const strips: ToneStrip[] = []
  const noises = createDrumNoises()
  let instrument: Timbre = TIMBRES['plucked string']
  let followsPrograms = true
  const samples = new Map<Timbre, Samples<AudioBuffer>>()
  const waves = new Map<Timbre, PeriodicWave>()
  let volumeSet = false

  const samplesOf = (timbre: Ringing) =>
    getOrMake(samples, timbre, () =>
      timbre === TIMBRES['plucked string']
        ? renderStringSamples({ sampleRate: context.sampleRate, toBuffer: bufferOf, later })
        : samplesOnDemand(note => bufferOf(renderRinging(timbre, note, context.sampleRate))),
    )
  const waveOf = (timbre: Sustained) => {
    const { wave } = timbre
    return typeof wave === 'string' ? undefined : getOrMake(waves, timbre, () => periodicWave(wave))
  }
  const startNote = (start: VoiceStart) => {
    const { program } = start
    const timbre = followsPrograms && program !== undefined ? timbreOf(program) : instrument
    return timbre.kind === 'tone'
      ? startSustained(start, timbre, waveOf(timbre))
      : startRinging(start, timbre, samplesOf(timbre).nearest(start.note))
  }

  return {
    openStrip(kind) {
      const startVoice = kind === 'drums' ? createDrums(noises) : startNote
      const strip = new ToneStrip({ output: voices, seconds, startVoice })
      strips.push(strip)
      return strip
    },
    setInstrument(chosen, ofTheSong) {
      instrument = TIMBRES[INSTRUMENT_TIMBRES[chosen]]
      followsPrograms = ofTheSong
      // Rendered in advance, so that live notes need not wait.
      if (instrument.kind !== 'tone') samplesOf(instrument)
    },
    setVolume(level, muted) {
      const gain = muted ? 0 : gainOf(level)
      if (volumeSet) volume.gain.rampTo(gain, VOLUME_RAMP_S)
      else volume.gain.setValueAtTime(gain, 0)
      volumeSet = true
    },
    dispose() {
      for (const strip of strips) strip.dispose()
      for (const node of [voices, volume, toCurve, curve]) node.dispose()
    },
  }
}

function renderRinging(
  { kind, string, partials = [] }: Ringing,
  note: number,
  sampleRate: number,
): Float32Array<ArrayBuffer> {
  const options = { frequency: noteHz(note), sampleRate, seconds: secondsOf(note) }
  return kind === 'pluck'
    ? renderPluck({ ...options, ...(string && { string }) })
    : renderStruck({ ...options, partials })
}

/** @param levels harmonics, the fundamental first */
function periodicWave(levels: readonly number[]): PeriodicWave {
  return getContext().createPeriodicWave(new Float32Array(levels.length + 1), Float32Array.of(0, ...levels))
}

const CURVE_REACH = 4
const CURVE_POINTS = 8193
const KNEE = 0.75

/** Compresses loud chords softly above the knee instead of clipping. */
function softClip(sample: number): number {
  const size = Math.abs(sample)
  if (size <= KNEE) return sample
  return Math.sign(sample) * (KNEE + (1 - KNEE) * Math.tanh((size - KNEE) / (1 - KNEE)))
}
