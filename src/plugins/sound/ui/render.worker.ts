/** Renders songs in a worker, so that the page stays responsive. */
import { BasicSoundBank, SoundBankLoader } from 'spessasynth_core'
import { atOnce } from '../../../core/platform/steps.js'
import { expose } from '../../../core/platform/worker-call.js'
import type { Arrangement } from '../synthesis/arrangement.js'
import { songLevelSteps } from '../synthesis/song-level.js'
import { renderSong } from '../synthesis/song-renderer.js'
import type { RenderingControl } from '../tokens.js'

interface RenderJob extends Pick<RenderingControl, 'sampleRate'> {
  readonly arrangement: Arrangement
  readonly banks: readonly (readonly [id: string, file: Blob])[]
}

const REPORTED_EVERY_MS = 100

async function opened(banks: RenderJob['banks']): Promise<Map<string, BasicSoundBank>> {
  await BasicSoundBank.isSF3DecoderReady
  const files = banks.map(async ([id, file]) => [id, await file.arrayBuffer()] as const)
  return new Map((await Promise.all(files)).map(([id, file]) => [id, SoundBankLoader.fromArrayBuffer(file)]))
}

const work = {
  async level({ arrangement, banks }: Omit<RenderJob, 'sampleRate'>): Promise<number> {
    return atOnce(songLevelSteps(arrangement, await opened(banks)))
  },

  async render(
    { arrangement, banks, sampleRate }: RenderJob,
    write: RenderingControl['write'],
    onProgress: RenderingControl['onProgress'],
  ): Promise<void> {
    let reportedAt = 0
    await renderSong(arrangement, await opened(banks), { sampleRate, write }, portion => {
      if (performance.now() - reportedAt < REPORTED_EVERY_MS) return
      reportedAt = performance.now()
      onProgress(portion)
    })
  },
}

export type RenderWork = typeof work

expose(work)
