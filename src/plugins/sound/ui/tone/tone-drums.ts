import { connect, Gain, getContext } from 'tone'
import {
  type Drum,
  type DrumLayer,
  type DrumNoise,
  drumOf,
  type Rattle,
  renderDrumNoise,
  type Skin,
} from '../../instruments/drum-kit.js'
import type { SynthVoice } from '../../synth.js'
import { bufferOf, type VoiceStart } from './tone-voice.js'

/** A shorter attack would click. */
const RISE_S = 0.001
const FADED = 0.001
const CUT_S = 0.008
const CHOKE_S = 0.03
const REST_S = 0.01

type Source = OscillatorNode | AudioBufferSourceNode
type Noises = (kind: DrumNoise) => AudioBuffer

export function createDrums(noises: Noises): (start: VoiceStart) => SynthVoice {
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

export function createDrumNoises(): Noises {
  const known = new Map<DrumNoise, AudioBuffer>()
  return kind => {
    const before = known.get(kind)
    if (before) return before
    const buffer = bufferOf(renderDrumNoise(kind, getContext().sampleRate))
    known.set(kind, buffer)
    return buffer
  }
}

/** `release` chokes a cymbal. */
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
    // A layer never starts after its end.
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
