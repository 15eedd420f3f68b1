import { AmplitudeEnvelope, connect, Gain, getContext } from 'tone'
import { type NearestSample, noteHz } from '../../instruments/string-samples.js'
import type { Ringing, Sustained } from '../../instruments/timbres.js'
import type { SynthVoice } from '../../synth.js'

/** All times are in seconds of audio time. */
export interface VoiceStart {
  readonly note: number
  readonly velocity: number
  /** `undefined` before the first program change. */
  readonly program: number | undefined
  readonly at: number
  readonly output: Gain
  /** Returns an amplifier connected to `output`. @param drive gain */
  readonly amplifier: (drive: number) => Gain
  /** Frequency ratio of the pitch bend. */
  readonly pitch: Gain
  readonly onEnd: () => unknown
}

const CUT_S = 0.008
/** Minimum duration in seconds, so that a note never ends before it starts. */
const SHORTEST_S = 0.006
const REST_S = 0.02

/** Filter cutoff of the softest note. */
const QUIET_HZ = 700
const BRIGHTER = 4
/** Velocity at which filters use their nominal cutoff. */
const USUAL_VELOCITY = 0.7
const HIGHEST_CORNER_HZ = 16_000

export function bufferOf(samples: Float32Array<ArrayBuffer>): AudioBuffer {
  const context = getContext()
  const buffer = context.createBuffer(1, samples.length, context.sampleRate)
  buffer.copyToChannel(samples, 0)
  return buffer
}

/** @param wave custom waveform, if the instrument has one */
export function startSustained(start: VoiceStart, timbre: Sustained, wave?: PeriodicWave): SynthVoice {
  const context = getContext()
  const { note, velocity, at } = start
  const oscillator = (cents: number) => {
    const made = context.createOscillator()
    if (wave) made.setPeriodicWave(wave)
    else if (typeof timbre.wave === 'string') made.type = timbre.wave
    made.frequency.value = 0
    made.detune.value = cents
    return made
  }
  const { detune, filter, attack, decay, sustain, release } = timbre
  const sources = detune === undefined ? [oscillator(0)] : [oscillator(-detune / 2), oscillator(detune / 2)]
  let through: BiquadFilterNode | undefined
  if (filter) {
    through = context.createBiquadFilter()
    const hz = (multiple: number) =>
      Math.min(HIGHEST_CORNER_HZ, multiple * noteHz(note) * 2 ** (velocity - USUAL_VELOCITY))
    through.frequency.setValueAtTime(hz(filter.from), at)
    if (filter.sweep > 0) through.frequency.exponentialRampToValueAtTime(hz(filter.to), at + filter.sweep)
    for (const source of sources) connect(source, through)
  }
  return sound(start, {
    sources,
    outputs: through ? [through] : sources,
    tuned: sources.map(({ frequency }) => frequency),
    base: noteHz(note),
    // Two oscillators are louder than one.
    level: timbre.level / Math.sqrt(sources.length),
    envelope: { attack, decay, sustain, release },
    into: start.output,
  })
}

export function startRinging(
  start: VoiceStart,
  { level, release, drive }: Ringing,
  { sample, rate }: NearestSample<AudioBuffer>,
): SynthVoice {
  const context = getContext()
  const source = context.createBufferSource()
  source.buffer = sample
  source.playbackRate.value = 0
  const tone = context.createBiquadFilter()
  tone.type = 'lowpass'
  tone.frequency.value = Math.max(noteHz(start.note), QUIET_HZ * 2 ** (BRIGHTER * start.velocity))
  connect(source, tone)
  return sound(start, {
    sources: [source],
    outputs: [tone],
    tuned: [source.playbackRate],
    base: rate,
    level,
    envelope: { attack: 0, decay: 0, sustain: 1, release },
    into: drive === undefined ? start.output : start.amplifier(drive),
  })
}

interface Vibrating {
  readonly sources: readonly (Pick<OscillatorNode, 'start' | 'stop'> & { onended: unknown })[]
  readonly outputs: readonly AudioNode[]
  /** Pitch parameters; their default is 0. */
  readonly tuned: readonly AudioParam[]
  readonly base: number
  readonly level: number
  readonly envelope: Readonly<Record<'attack' | 'decay' | 'sustain' | 'release', number>>
  readonly into: Gain
}

function sound(start: VoiceStart, vibrating: Vibrating): SynthVoice {
  const { at, velocity, pitch, onEnd } = start
  const { sources, outputs, tuned, base, level, envelope, into } = vibrating
  const scale = new Gain(base)
  connect(pitch, scale)
  for (const param of tuned) connect(scale, param)
  const shaped = new AmplitudeEnvelope(envelope)
  for (const output of outputs) connect(output, shaped)
  connect(shaped, into)
  const [first] = sources
  if (first) {
    first.onended = () => {
      // Otherwise, the strip's pitch node would keep the voice alive.
      pitch.disconnect(scale)
      scale.dispose()
      shaped.dispose()
      onEnd()
    }
  }
  for (const source of sources) source.start(at)
  shaped.triggerAttack(at, velocity * level)

  const stop = (when: number) => {
    for (const source of sources) source.stop(when)
  }
  const end = (wanted: number, release: number) => {
    const from = Math.max(wanted, at + SHORTEST_S)
    shaped.release = release
    shaped.triggerRelease(from)
    stop(from + release + REST_S)
  }
  return {
    release: from => end(from, envelope.release),
    cut(from) {
      // A note must not start after it is stopped.
      if (from <= at) stop(at)
      else end(from, CUT_S)
    },
  }
}
