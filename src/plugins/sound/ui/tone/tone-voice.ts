/** One note of an instrument: a source through an envelope into the strip of its channel. */
import { AmplitudeEnvelope, connect, Gain, getContext } from 'tone'
import { type NearestSample, noteHz } from '../../instruments/string-samples.js'

/** Times are seconds of the audio context. */
export interface VoiceStart {
  /** 0–127 */
  readonly note: number
  /** 0–1 */
  readonly velocity: number
  readonly at: number
  readonly output: Gain
  /** Frequency ratio by which the voice is bent. */
  readonly pitch: Gain
  readonly onEnd: () => unknown
}

export interface StartedVoice {
  release(at: number): void
  cut(at: number): void
}

/** Specification, section 9; seconds, and the sustain level (0–1). */
const SYNTHESIZER = { attack: 0.005, decay: 0.1, sustain: 0.3, release: 1 } as const
/** The finger that damps a string. */
const STRING = { attack: 0, decay: 0, sustain: 1, release: 0.15 } as const

const CUT_S = 0.008
/** Shortest note, so that it never ends before it starts. */
const SHORTEST_S = 0.006
/** The source keeps running this long after its envelope has closed. */
const REST_S = 0.02

const QUIET_STRING_HZ = 700
/** Octaves by which the hardest stroke is brighter. */
const BRIGHTER = 4

/** A mono buffer in the current audio context. */
export function bufferOf(samples: Float32Array<ArrayBuffer>): AudioBuffer {
  const context = getContext()
  const buffer = context.createBuffer(1, samples.length, context.sampleRate)
  buffer.copyToChannel(samples, 0)
  return buffer
}

export function startSynthesizer(start: VoiceStart): StartedVoice {
  const wave = getContext().createOscillator()
  wave.type = 'triangle'
  // The pitch comes from the strip.
  wave.frequency.value = 0
  return sound(start, {
    source: wave,
    output: wave,
    tuned: wave.frequency,
    base: noteHz(start.note),
    envelope: SYNTHESIZER,
  })
}

export function startString(start: VoiceStart, { sample, rate }: NearestSample<AudioBuffer>): StartedVoice {
  const context = getContext()
  const string = context.createBufferSource()
  string.buffer = sample
  string.playbackRate.value = 0
  const tone = context.createBiquadFilter()
  tone.type = 'lowpass'
  tone.frequency.value = QUIET_STRING_HZ * 2 ** (BRIGHTER * start.velocity)
  connect(string, tone)
  return sound(start, {
    source: string,
    output: tone,
    tuned: string.playbackRate,
    base: rate,
    envelope: STRING,
  })
}

interface Vibrating {
  readonly source: Pick<OscillatorNode, 'start' | 'stop'> & { onended: unknown }
  readonly output: AudioNode
  /** The pitch parameter, 0 on its own. */
  readonly tuned: AudioParam
  /** Its value for the pitch of the note. */
  readonly base: number
  readonly envelope: Readonly<Record<'attack' | 'decay' | 'sustain' | 'release', number>>
}

function sound(start: VoiceStart, { source, output, tuned, base, envelope }: Vibrating): StartedVoice {
  const { at, velocity, pitch, onEnd } = start
  const scale = new Gain(base)
  connect(pitch, scale)
  connect(scale, tuned)
  const shaped = new AmplitudeEnvelope(envelope)
  connect(output, shaped)
  connect(shaped, start.output)
  source.onended = () => {
    // Otherwise the strip, which stays, would keep a reference to it.
    pitch.disconnect(scale)
    scale.dispose()
    shaped.dispose()
    onEnd()
  }
  source.start(at)
  shaped.triggerAttack(at, velocity)

  const end = (wanted: number, release: number) => {
    const from = Math.max(wanted, at + SHORTEST_S)
    shaped.release = release
    shaped.triggerRelease(from)
    source.stop(from + release + REST_S)
  }
  return {
    release: from => end(from, envelope.release),
    cut(from) {
      // A note that hasn't started yet never does.
      if (from <= at) source.stop(at)
      else end(from, CUT_S)
    },
  }
}
