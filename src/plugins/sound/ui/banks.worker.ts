/** Decodes compressed sound banks, which would interrupt sound if done in the audio thread. */
import { BasicSoundBank, SoundBankLoader } from 'spessasynth_core'
import { expose } from '../../../core/platform/worker-call.js'
import { extractPatch, presetsOf, samplerBank } from '../synthesis/own-bank.js'
import { bankError, type OwnPreset, type Sample } from '../synthesis/own-files.js'
import type { Patch } from '../synthesis/sound-ports.js'

const banks = {
  /**
   * @param program gives all presets this number, 0–127
   * @throws Error if the file isn't a sound bank
   */
  async decode(file: Blob, program?: number): Promise<ArrayBuffer> {
    await BasicSoundBank.isSF3DecoderReady
    const bank = SoundBankLoader.fromArrayBuffer(await file.arrayBuffer())
    for (const sample of bank.samples) sample.setAudioData(sample.getAudioData(), sample.sampleRate)
    for (const preset of bank.presets) preset.program = program ?? preset.program
    return bank.writeSF2()
  },
  async presetsOf(file: Blob, name: string): Promise<OwnPreset[]> {
    await BasicSoundBank.isSF3DecoderReady
    return presetsOf(await bytesOf(file, name), name)
  },
  async extract(file: Blob, patch: Patch): Promise<ArrayBuffer> {
    await BasicSoundBank.isSF3DecoderReady
    return extractPatch(await bytesOf(file, ''), patch)
  },
  sampler: async (samples: readonly Sample[], name: string, program: number): Promise<ArrayBuffer> =>
    samplerBank(samples, name, program),
}

function bytesOf(blob: Blob, file: string): Promise<ArrayBuffer> {
  return blob.arrayBuffer().catch(() => {
    throw bankError('bank_no_memory', { file })
  })
}

export type BanksWork = typeof banks

expose(banks)
