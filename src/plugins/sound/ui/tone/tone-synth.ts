import { connect, Gain, getContext, getDestination, WaveShaper } from 'tone'
import { getOrMake } from '../../../../core/platform/store.js'
import { gainOf } from '../../channel.js'
import {
  type Drum,
  type DrumLayer,
  type DrumNoise,
  drumOf,
  type Rattle,
  renderDrumNoise,
  type Skin,
} from '../../instruments/drum-kit.js'
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
import type { Synth, SynthVoice } from '../../synth.js'
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
      // Render samples in advance, so that live notes start without delay.
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

/** @param levels harmonic levels, starting with the fundamental */
function periodicWave(levels: readonly number[]): PeriodicWave {
  return getContext().createPeriodicWave(new Float32Array(levels.length + 1), Float32Array.of(0, ...levels))
}

const CURVE_REACH = 4
const CURVE_POINTS = 8193
const KNEE = 0.75

function softClip(sample: number): number {
  const size = Math.abs(sample)
  if (size <= KNEE) return sample
  return Math.sign(sample) * (KNEE + (1 - KNEE) * Math.tanh((size - KNEE) / (1 - KNEE)))
}

/** Minimum attack in seconds; a shorter attack would click. */
const RISE_S = 0.001
const FADED = 0.001
const CUT_S = 0.008
const CHOKE_S = 0.03
const REST_S = 0.01

type Source = OscillatorNode | AudioBufferSourceNode
type Noises = (kind: DrumNoise) => AudioBuffer

function createDrums(noises: Noises): (start: VoiceStart) => SynthVoice {
  const ringing = new Map<Drum['group'], SynthVoice>()

  return start => {
    const drum = drumOf(start.note)
    const { group } = drum
    const stroke = strike(drum, start, noises)
    if (group === undefined) return stroke
    ringing.get(group)?.release(start.at)
    ringing.set(group, stroke)
    return { ...stroke, release: () => undefined }
  }
}

function createDrumNoises(): Noises {
  const known = new Map<DrumNoise, AudioBuffer>()
  return kind => {
    const before = known.get(kind)
    if (before) return before
    const buffer = bufferOf(renderDrumNoise(kind, getContext().sampleRate))
    known.set(kind, buffer)
    return buffer
  }
}

/** Plays a drum; `release` chokes a cymbal. */
function strike(drum: Drum, { at, velocity, output, onEnd }: VoiceStart, noises: Noises): SynthVoice {
  const whole = new Gain(velocity)
  connect(whole, output)
  const layers = drum.layers.map(layer => {
    const from = at + layer.after
    return { from, source: layerOf(layer, from, whole, noises) }
  })
  let playing = layers.length
  for (const { source } of layers) {
    source.onended = () => {
      playing -= 1
      if (playing > 0) return
      whole.dispose()
      onEnd()
    }
  }

  const stop = (from: number, within: number) => {
    if (playing === 0) return
    if (from > at) whole.gain.setTargetAtTime(0, from, within / 4)
    const until = from > at ? from + within + REST_S : at
    // A layer must not start after it is stopped.
    for (const { source, from: its } of layers) source.stop(Math.max(until, its))
  }
  return { release: from => stop(from, CHOKE_S), cut: from => stop(from, CUT_S) }
}

function layerOf(layer: DrumLayer, from: number, whole: Gain, noises: Noises): Source {
  const end = from + RISE_S + layer.decay
  const shape = getContext().createGain()
  shape.gain.value = 0
  shape.gain.setValueAtTime(0, from)
  shape.gain.linearRampToValueAtTime(layer.level, from + RISE_S)
  shape.gain.exponentialRampToValueAtTime(layer.level * FADED, end)
  shape.gain.setValueAtTime(0, end)
  connect(shape, whole)
  const source = layer.kind === 'skin' ? skinOf(layer, from, shape) : rattleOf(layer, noises, shape)
  source.start(from)
  source.stop(end + REST_S)
  return source
}

function skinOf({ wave, hz, from: octaves, fall }: Skin, from: number, shape: GainNode): OscillatorNode {
  const tone = getContext().createOscillator()
  tone.type = wave
  tone.frequency.setValueAtTime(hz * 2 ** octaves, from)
  tone.frequency.exponentialRampToValueAtTime(hz, from + fall)
  connect(tone, shape)
  return tone
}

function rattleOf({ kind, filter, hz }: Rattle, noises: Noises, shape: GainNode): AudioBufferSourceNode {
  const context = getContext()
  const noise = context.createBufferSource()
  noise.buffer = noises(kind)
  noise.loop = true
  const through = context.createBiquadFilter()
  through.type = filter
  through.frequency.value = hz
  connect(noise, through)
  connect(through, shape)
  return noise
}
