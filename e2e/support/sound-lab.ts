// The built-in sound, bundled into a page that renders MIDI messages offline and measures the result.
import { Offline } from 'tone'
import { MidiPart } from '../../src/plugins/sound/port-parts.js'
import type { Instrument } from '../../src/plugins/sound/settings.js'
import { createToneSynth } from '../../src/plugins/sound/ui/tone/tone-synth.js'
import { VoicePool } from '../../src/plugins/sound/voice-pool.js'
import { crossings, loudness, peak, pitchNear } from '../../tests/support/hear.js'

const SAMPLE_RATE = 44_100

/** A measurement of part of the rendered sound. Times are in seconds. */
export interface Measure {
  readonly what: 'loudness' | 'peak' | 'pitch' | 'crossings'
  readonly from: number
  readonly to: number
  /** Approximate pitch, Hz. */
  readonly near?: number
}

export interface Piece {
  readonly seconds: number
  readonly instrument?: Instrument
  /** Volume, 0–1; default 1. */
  readonly volume?: number
  readonly muted?: boolean
  /** MIDI messages with times in ms. */
  readonly messages: readonly (readonly [number, readonly number[]])[]
  readonly measures: readonly Measure[]
}

/** @returns one value per measurement */
export async function render({
  seconds,
  instrument = 'synthesiser',
  volume = 1,
  muted = false,
  messages,
  measures,
}: Piece): Promise<number[]> {
  const unplayable: unknown[] = []
  const sound = await Offline(
    () => {
      const synth = createToneSynth({ seconds: ms => ms / 1000, later: run => run() })
      synth.setInstrument(instrument, true)
      synth.setVolume(volume, muted)
      const part = new MidiPart({
        way: 'out',
        pool: new VoicePool(),
        openStrip: synth.openStrip,
        onUnplayable: error => unplayable.push(error),
      })
      for (const [at, bytes] of messages) part.play(bytes, at)
    },
    seconds,
    2,
    SAMPLE_RATE,
  )
  if (unplayable.length > 0) throw unplayable[0]
  const left = sound.getChannelData(0)
  return measures.map(({ what, from, to, near = 440 }) => {
    if (what === 'pitch') return pitchNear(left, SAMPLE_RATE, near, from, to)
    return { loudness, peak, crossings }[what](left, SAMPLE_RATE, from, to)
  })
}
