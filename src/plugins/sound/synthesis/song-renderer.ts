import { BasicSoundBank, SoundBankLoader } from 'spessasynth_core'
import { partOf, type Steps } from '../../../core/platform/steps.js'
import type { SongRenderer, SongSoundOptions } from '../tokens.js'
import { arrangementSteps, type SongInstruments } from './arrangement.js'
import { renderSteps } from './render.js'
import { songLevelSteps } from './song-level.js'
import { SAMPLE_RATE, samplesOf, wavHeader } from './wav.js'

const ARRANGED = 0.02
const LEVELED = 0.1

export async function createSongRenderer(instruments: SongInstruments): Promise<SongRenderer> {
  await BasicSoundBank.isSF3DecoderReady
  return {
    sampleRate: SAMPLE_RATE,
    *render(performance, { bank, write }: SongSoundOptions): Steps<void> {
      const banks = new Map([['all', SoundBankLoader.fromArrayBuffer(bank)]])
      const arrangement = yield* partOf(arrangementSteps(performance, instruments), 0, ARRANGED)
      const level = yield* partOf(songLevelSteps(arrangement, banks), ARRANGED, LEVELED)
      yield* partOf(renderSteps(arrangement, { sampleRate: SAMPLE_RATE, banks, write, level }), LEVELED, 1)
    },
    samplesOf,
    wavHeader,
  }
}
