import {
  BasicInstrument,
  BasicPreset,
  BasicSoundBank,
  EmptySample,
  Generator,
  GeneratorTypes,
} from 'spessasynth_core'
import { PLAIN_BANK } from './sound-port.js'

/** Samples per period of the synthesizer's wave. Harmonics above the 25th are inaudible. */
const PERIOD = 512
/** MIDI note of the sample: A2, so that rounding doesn't detune the wave. */
const PITCH = 45
const SAMPLE_RATE = PERIOD * 110
const HARMONICS = 25

const timecents = (seconds: number) => Math.round(1200 * Math.log2(seconds))
/** SoundFont envelopes fall by 100 dB in the given time (SoundFont 2.04, section 8.1.3). */
const FALL_DB = 100
const SUSTAIN_DB = -20 * Math.log10(0.3)

/**
 * Creates a sound bank with only the synthesizer: a triangle wave with attack 0.005 s, decay 0.1 s, sustain
 * 0.3 and release 1 s (specification, section 9).
 */
export function plainBank(): BasicSoundBank {
  const bank = new BasicSoundBank()
  const sample = new EmptySample()
  sample.name = 'Triangle'
  sample.originalKey = PITCH
  sample.loopEnd = PERIOD
  sample.setAudioData(
    Float32Array.from({ length: PERIOD }, (_, index) => triangle(index / PERIOD)),
    SAMPLE_RATE,
  )
  bank.addSamples(sample)

  const instrument = new BasicInstrument()
  instrument.name = 'Synthesizer'
  instrument.globalZone.addGenerators(
    new Generator(GeneratorTypes.sampleModes, 1),
    new Generator(GeneratorTypes.attackVolEnv, timecents(0.005)),
    new Generator(GeneratorTypes.decayVolEnv, timecents((0.1 * FALL_DB) / SUSTAIN_DB)),
    new Generator(GeneratorTypes.sustainVolEnv, Math.round(10 * SUSTAIN_DB)),
    new Generator(GeneratorTypes.releaseVolEnv, timecents(1)),
  )
  instrument.createZone(sample)
  bank.addInstruments(instrument)

  const preset = new BasicPreset(bank)
  preset.name = 'Synthesizer'
  preset.bankMSB = PLAIN_BANK
  preset.createZone(instrument)
  bank.addPresets(preset)
  bank.flush()
  return bank
}

/** @param phase 0–1 */
function triangle(phase: number): number {
  let sum = 0
  for (let n = 1; n <= HARMONICS; n += 2) {
    sum += ((n % 4 === 1 ? 1 : -1) * Math.sin(2 * Math.PI * n * phase)) / n ** 2
  }
  return (8 / Math.PI ** 2) * sum
}
