/** Ends the process if a plugin has an endless loop. Only another thread can detect the loop. */
import { Worker } from 'node:worker_threads'

const LIMIT_MS = 5000

const CODE = `
  const { parentPort, workerData } = require('node:worker_threads')
  let timer
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      require('node:fs').writeSync(2, workerData.message + '\\n')
      process.kill(process.pid, 'SIGKILL')
    }, workerData.ms)
  }
  parentPort.on('message', wait)
  wait()`

/** @returns a function that ends the supervision */
export function superviseLoops(what: string): () => void {
  const message = `${what} did not return within ${LIMIT_MS / 1000} seconds; it has a loop that does not end.`
  const worker = new Worker(CODE, { eval: true, workerData: { message, ms: LIMIT_MS } })
  const beat = setInterval(() => worker.postMessage('alive'), LIMIT_MS / 10)
  worker.unref()
  beat.unref()
  return () => {
    clearInterval(beat)
    void worker.terminate()
  }
}
