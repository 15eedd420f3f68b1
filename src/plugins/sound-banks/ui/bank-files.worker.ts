/** Reads and writes sound banks in a worker, so that the page stays responsive. */
import { BasicSoundBank } from 'spessasynth_core'
import { expose } from '../../../core/platform/worker-call.js'
import type { BankPreset, Patch } from '../../sound/tokens.js'
import { extractPatch, presetsOf, samplerBank } from '../bank-file.js'
import { bankError, type Sample } from '../own-files.js'

const banks = {
  async presetsOf(file: Blob, name: string): Promise<BankPreset[]> {
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
