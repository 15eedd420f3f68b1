/** Listens to the audio input in a worker, so that neither the page nor the audio thread waits. */
import { expose } from '../../../core/platform/worker-call.js'
import type { CaptureOptions } from '../capture.js'
import { type ExpectedAt, Listening, type ListeningReport } from '../listening.js'
import type { CapturedAudio } from './capture-page.js'

interface ListenJob extends Pick<CaptureOptions, 'open' | 'tunes'> {
  readonly port: MessagePort
  readonly sampleRate: number
}

export type WorkerReport = ListeningReport & { readonly channels: number }

let listening: Listening | undefined

const work = {
  /** Never resolves; rejects if listening fails. */
  listen(
    { port, sampleRate, open, tunes }: ListenJob,
    report: (report: WorkerReport) => void,
  ): Promise<never> {
    const current = new Listening(sampleRate, open)
    listening = current
    current.setTuning(tunes)
    return new Promise((_, reject) => {
      port.onmessage = ({ data: { samples, channels, endFrame } }: MessageEvent<CapturedAudio>) => {
        try {
          const found = current.push(samples, endFrame / sampleRate)
          if (found) report({ ...found, channels })
        } catch (error) {
          reject(error)
        }
      }
    })
  },

  change({ open, tunes }: Partial<Pick<CaptureOptions, 'open' | 'tunes'>>): void {
    if (open) listening?.setOpen(open)
    if (tunes !== undefined) listening?.setTuning(tunes)
  },

  expect(chords: readonly ExpectedAt[]): void {
    listening?.expect(chords)
  },
}

export type ListenWork = typeof work

expose(work)
