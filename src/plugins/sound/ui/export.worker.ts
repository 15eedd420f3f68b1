/** Renders songs to files, which would block the page. */
import { BasicSoundBank, SoundBankLoader } from 'spessasynth_core'
import { expose } from '../../../core/platform/worker-call.js'
import type { AudioFormat } from '../settings.js'
import type { Arrangement } from '../synthesis/arrangement.js'
import { renderSteps } from '../synthesis/render.js'
import { startEncoding } from './audio-encoders.js'

interface ExportJob {
  readonly arrangement: Arrangement
  readonly banks: readonly (readonly [id: string, file: Blob])[]
  readonly format: AudioFormat
}

const REPORTED_EVERY_MS = 100

const work = {
  async render(
    { arrangement, banks, format }: ExportJob,
    onProgress: (portion: number) => void,
  ): Promise<Blob> {
    await BasicSoundBank.isSF3DecoderReady
    const opened = new Map<string, BasicSoundBank>()
    for (const [id, file] of banks) opened.set(id, SoundBankLoader.fromArrayBuffer(await file.arrayBuffer()))
    const encoding = await startEncoding(format)
    let adding: Promise<void> | undefined
    const steps = renderSteps(arrangement, {
      ...{ sampleRate: encoding.sampleRate, banks: opened },
      write: (left, right) => {
        adding = encoding.add(left, right)
      },
    })
    let reportedAt = 0
    for (let step = steps.next(); !step.done; step = steps.next()) {
      if (adding) await adding
      if (performance.now() - reportedAt < REPORTED_EVERY_MS) continue
      reportedAt = performance.now()
      onProgress(step.value)
    }
    if (adding) await adding
    return await encoding.end()
  },
}

export type ExportWork = typeof work

expose(work)
