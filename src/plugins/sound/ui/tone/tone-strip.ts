import { connect, Gain, getContext, Panner, Signal, WaveShaper } from 'tone'
import type { Disposable } from '../../../../core/platform/store.js'
import { getOrMake } from '../../../../core/platform/store.js'
import type { ChannelStrip, SynthVoice } from '../../synth.js'
import type { VoiceStart } from './tone-voice.js'

interface ToneStripParts {
  readonly output: Gain
  readonly seconds: (ms: number) => number
  readonly startVoice: (start: VoiceStart) => SynthVoice
}

/** Smoothing time in seconds. Without it, controller and bend jumps would click. */
const SMOOTH_S = 0.004

const VIBRATO_HZ = 5.5
/** Vibrato depth: half a semitone up and down. */
const VIBRATO_DEPTH = 2 ** (0.5 / 12) - 1

/** Input range of the distortion curve, in multiples of full level. */
const AMPLIFIER_REACH = 4
const AMPLIFIER_POINTS = 2049
const AMPLIFIER_LEVEL = 0.35
/** High-frequency limit of a guitar speaker. */
const CABINET_HZ = 4200

interface Movable {
  setValueAtTime(value: number, at: number): unknown
  setTargetAtTime(value: number, at: number, timeConstant: number): unknown
}

export class ToneStrip implements ChannelStrip, Disposable {
  private readonly gain = new Gain(1)
  private readonly panner = new Panner(0)
  private readonly ratio = new Signal(1)
  private readonly pitch = new Gain(1)
  private wobble: { readonly depth: Gain; stop(): void } | undefined
  private readonly amplifiers = new Map<number, Amplifier>()
  private played = false

  constructor(private readonly parts: ToneStripParts) {
    connect(this.gain, this.panner)
    connect(this.panner, parts.output)
    connect(this.ratio, this.pitch)
  }

  start(note: number, velocity: number, atMs: number, onEnd: () => unknown, program?: number): SynthVoice {
    const { seconds, startVoice } = this.parts
    const { gain: output, pitch } = this
    const amplifier = (drive: number) =>
      getOrMake(this.amplifiers, drive, () => createAmplifier(drive, output)).input
    const at = seconds(atMs)
    const voice = startVoice({ note, velocity, program, at, output, amplifier, pitch, onEnd })
    this.played = true
    return {
      release: ms => voice.release(seconds(ms)),
      cut: ms => voice.cut(seconds(ms)),
    }
  }

  bend(semitones: number, atMs: number): void {
    this.move(this.ratio, 2 ** (semitones / 12), atMs)
  }

  vibrato(depth: number, atMs: number): void {
    if (depth > 0) this.wobble ??= this.makeWobble()
    if (this.wobble) this.move(this.wobble.depth.gain, depth * VIBRATO_DEPTH, atMs)
  }

  level(gain: number, atMs: number): void {
    this.move(this.gain.gain, gain, atMs)
  }

  pan(position: number, atMs: number): void {
    this.move(this.panner.pan, position, atMs)
  }

  dispose(): void {
    this.wobble?.stop()
    for (const amplifier of this.amplifiers.values()) amplifier.dispose()
    for (const node of [this.gain, this.panner, this.ratio, this.pitch]) node.dispose()
  }

  private move(param: Movable, value: number, atMs: number): void {
    const at = this.parts.seconds(atMs)
    if (this.played) param.setTargetAtTime(value, at, SMOOTH_S)
    else param.setValueAtTime(value, at)
  }

  private makeWobble() {
    const depth = new Gain(0)
    const wave = getContext().createOscillator()
    wave.frequency.value = VIBRATO_HZ
    connect(wave, depth)
    connect(depth, this.pitch)
    wave.start()
    return {
      depth,
      stop() {
        wave.stop()
        depth.dispose()
      },
    }
  }
}

interface Amplifier extends Disposable {
  readonly input: Gain
}

/** Creates one amplifier for all strings of a guitar, so that they are distorted together. */
function createAmplifier(drive: number, output: Gain): Amplifier {
  const input = new Gain(1 / AMPLIFIER_REACH)
  const curve = new WaveShaper(
    x => AMPLIFIER_LEVEL * Math.tanh(x * AMPLIFIER_REACH * drive),
    AMPLIFIER_POINTS,
  )
  const cabinet = getContext().createBiquadFilter()
  cabinet.frequency.value = CABINET_HZ
  connect(input, curve)
  connect(curve, cabinet)
  connect(cabinet, output)
  return {
    input,
    dispose() {
      input.dispose()
      curve.dispose()
      cabinet.disconnect()
    },
  }
}
