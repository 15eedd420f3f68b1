/** Decodes compressed sound banks. Doing so in the audio thread would interrupt the sound. */
import { BasicSoundBank, SoundBankLoader } from 'spessasynth_core'
import { expose } from '../../../core/platform/worker-call.js'

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
}

export type BanksWork = typeof banks

expose(banks)
