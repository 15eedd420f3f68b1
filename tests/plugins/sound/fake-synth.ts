/** Fake synthesizer that records its calls and voices. */
import type { ChannelStrip, LiveSynth, StripKind } from '../../../src/plugins/sound/synth.js'

export interface FakeVoice {
  readonly strip: number
  readonly kind: StripKind
  readonly note: number
  readonly velocity: number
  readonly program: number | undefined
  readonly at: number
  released?: number
  cut?: number
  /** Reports that the voice has faded out. */
  end(): void
}

export function fakeSynth() {
  const calls: string[] = []
  const voices: FakeVoice[] = []
  const strips: { bend: number; vibrato: number; level: number; pan: number }[] = []

  const openStrip = (kind: StripKind): ChannelStrip => {
    const state = { bend: 0, vibrato: 0, level: 1, pan: 0 }
    const strip = strips.push(state) - 1
    const set = (name: keyof typeof state) => (value: number) => {
      state[name] = value
    }
    return {
      start(note, velocity, at, onEnd, program) {
        const voice: FakeVoice = { strip, kind, note, velocity, program, at, end: () => void onEnd() }
        voices.push(voice)
        calls.push(`start ${note} at ${at}`)
        return {
          release(ms) {
            voice.released = ms
            calls.push(`release ${note} at ${ms}`)
          },
          cut(ms) {
            voice.cut = ms
            calls.push(`cut ${note} at ${ms}`)
          },
        }
      },
      ...{ bend: set('bend'), vibrato: set('vibrato'), level: set('level'), pan: set('pan') },
    }
  }

  return {
    ...{ openStrip, calls, voices, strips },
    /** Returns notes that are still on. */
    held: () =>
      voices
        .filter(({ released, cut }) => released === undefined && cut === undefined)
        .map(({ note }) => note),
  }
}

export interface FakeLiveSynth extends LiveSynth {
  readonly received: {
    instrument?: string
    ofTheSong?: boolean
    volume?: number
    muted?: boolean
    disposed: boolean
    wakes: number
  }
  readonly heard: ReturnType<typeof fakeSynth>
  /** Sets whether the browser allows sound. */
  setAwake(awake: boolean): void
}

export function fakeLiveSynth(): FakeLiveSynth {
  const heard = fakeSynth()
  const received: FakeLiveSynth['received'] = { disposed: false, wakes: 0 }
  const listeners = new Set<() => void>()
  let awake = false
  const setAwake = (now: boolean) => {
    if (awake === now) return
    awake = now
    for (const listener of listeners) listener()
  }
  return {
    ...{ received, heard, setAwake, openStrip: heard.openStrip },
    setInstrument(instrument, ofTheSong) {
      received.instrument = instrument
      received.ofTheSong = ofTheSong
    },
    setVolume(volume, muted) {
      received.volume = volume
      received.muted = muted
    },
    wake() {
      received.wakes += 1
      setAwake(true)
    },
    rest: () => setAwake(false),
    get awake() {
      return awake
    },
    onAwakeChange(listener) {
      listeners.add(listener)
      return { dispose: () => void listeners.delete(listener) }
    },
    dispose() {
      received.disposed = true
    },
  }
}
