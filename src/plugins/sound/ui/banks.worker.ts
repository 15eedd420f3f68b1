/** Decodes compressed sound banks, which would interrupt sound if done in the audio thread. */
import { BasicSoundBank, SoundBankLoader } from 'spessasynth_core'
import { expose } from '../../../core/platform/worker-call.js'

const banks = {
  /** @throws Error if the bank can't be loaded or isn't a sound bank */
  async load(url: string): Promise<ArrayBuffer> {
    const answer = await fetch(url)
    if (!answer.ok) throw new Error(`${url} returned ${answer.status}`)
    await BasicSoundBank.isSF3DecoderReady
    const bank = SoundBankLoader.fromArrayBuffer(await answer.arrayBuffer())
    for (const sample of bank.samples) sample.setAudioData(sample.getAudioData(), sample.sampleRate)
    return bank.writeSF2()
  },
}

export type BanksWork = typeof banks

expose(banks)
