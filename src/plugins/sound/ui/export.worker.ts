/** Renders songs to files, which would block the page. */
import { BasicSoundBank, SoundBankLoader } from 'spessasynth_core'
import { atOnce } from '../../../core/platform/steps.js'
import { expose } from '../../../core/platform/worker-call.js'
import type { AudioFormat } from '../settings.js'
import type { Arrangement } from '../synthesis/arrangement.js'
import { renderSteps } from '../synthesis/render.js'
import { songLevelSteps } from '../synthesis/song-level.js'
import { startEncoding } from './audio-encoders.js'

interface ExportJob {
  readonly arrangement: Arrangement
  readonly banks: readonly (readonly [id: string, file: Blob])[]
  readonly format: AudioFormat
}

const REPORTED_EVERY_MS = 100

async function opened(banks: ExportJob['banks']): Promise<Map<string, BasicSoundBank>> {
  await BasicSoundBank.isSF3DecoderReady
  const files = banks.map(async ([id, file]) => [id, await file.arrayBuffer()] as const)
  return new Map((await Promise.all(files)).map(([id, file]) => [id, SoundBankLoader.fromArrayBuffer(file)]))
}

const work = {
  async level({ arrangement, banks }: Omit<ExportJob, 'format'>): Promise<number> {
    return atOnce(songLevelSteps(arrangement, await opened(banks)))
  },

  async render(
    { arrangement, banks, format }: ExportJob,
    onProgress: (portion: number) => void,
  ): Promise<Blob> {
    const instruments = await opened(banks)
    const level = atOnce(songLevelSteps(arrangement, instruments))
    const encoding = await startEncoding(format)
    let adding: Promise<void> | undefined
    const steps = renderSteps(arrangement, {
      ...{ sampleRate: encoding.sampleRate, banks: instruments, level },
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
