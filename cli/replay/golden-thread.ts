/** One thread of a golden run: it is sent the number of a file, and sends what became of it. */
import { parentPort, workerData } from 'node:worker_threads'
import { type CaseOptions, checkFile } from './golden-case.js'
import { goldenLogs } from './golden-logs.js'
import { type PlayOptions, playFile } from './play-file.js'

export interface ThreadWork {
  readonly files: readonly string[]
  readonly flags: CaseOptions & {
    readonly golden: string
    readonly gzip?: boolean | undefined
    readonly reason?: string | undefined
  }
  readonly play: Pick<PlayOptions, 'edits' | 'fast' | 'rounds' | 'tailMs'>
}

const { files, flags, play } = workerData as ThreadWork
const logs = goldenLogs(files, flags)
/** Ended from outside: a thread that is terminated does nothing more. */
const { signal } = new AbortController()
const nothing = () => undefined
const options: PlayOptions = {
  ...play,
  keep: true,
  lines: { write: nothing, end: async () => undefined },
}

parentPort?.on('message', async (index: number) => {
  const file = files[index] ?? ''
  const found = await checkFile(
    file,
    {
      first: onNote => playFile(file, { ...options, onNote }, { signal }),
      again: () => playFile(file, { ...options, onNote: nothing }, { signal }),
    },
    logs,
    flags,
  )
  parentPort?.postMessage(found)
})
