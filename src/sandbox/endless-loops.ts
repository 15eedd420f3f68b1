/** Ends the process if a plugin has an endless loop. Only another thread can detect and interrupt the loop. */
import { writeSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { sourcePosition, traceMapOf } from './host/source-map.js'

const LIMIT_MS = 5000
/** Time allowed to locate the loop, ms. */
const SEARCH_MS = 2000

/** Watchdog code. The paused thread can still evaluate code, so it reports the loop itself. */
const CODE = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { Session } = require('node:inspector')
  const { message, entry, ms, searchMs } = workerData
  let timer
  let began
  const wait = () => {
    clearTimeout(timer)
    began = process.cpuUsage()
    timer = setTimeout(check, ms)
  }
  // On a busy machine, a process may get no time. A loop uses all of its time.
  const check = () => {
    const { user, system } = process.cpuUsage(began)
    const left = ms - (user + system) / 1000
    if (left > 0) timer = setTimeout(check, left)
    else interrupt()
  }
  const kill = () => process.kill(process.pid, 'SIGKILL')
  const interrupt = () => {
    setTimeout(() => {
      require('node:fs').writeSync(2, message + '.\\n')
      kill()
    }, searchMs)
    const session = new Session()
    session.connectToMainThread()
    const scripts = new Set()
    session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => {
      if (url.includes(entry)) scripts.add(scriptId)
    })
    session.on('Debugger.paused', ({ params: { callFrames } }) => {
      const frame = callFrames.find(({ location }) => scripts.has(location.scriptId))
      if (frame) {
        const { lineNumber, columnNumber } = frame.location
        const position = '(' + entry.split('/').pop() + ':' + (lineNumber + 1) + ':' + (columnNumber + 1) + ')'
        const expression = 'process.emit("endlessLoop", ' + JSON.stringify(position) + ')'
        const { callFrameId } = callFrames[0]
        session.post('Debugger.evaluateOnCallFrame', { callFrameId, expression }, kill)
      } else {
        // A loop can be paused in code of Fretwork that the plugin has called.
        session.post('Debugger.pause')
        session.post('Debugger.resume')
      }
    })
    session.post('Debugger.enable')
    session.post('Debugger.pause')
  }
  parentPort.on('message', wait)
  wait()`

/**
 * @param entry script in stack traces
 * @param map the script's source map
 * @param limitMs CPU time limit per call
 * @returns a function that stops the watchdog
 */
export function superviseLoops(
  what: string,
  entry: string,
  map: string | undefined,
  limitMs = LIMIT_MS,
): () => void {
  const message = `${what} did not return within ${limitMs / 1000} seconds; end its loop, or split long work with clock.after`
  const workerData = { message, entry, ms: limitMs, searchMs: SEARCH_MS }
  // Skip this process's module hooks: they would wait for this thread, which is stuck in the loop.
  const worker = new Worker(CODE, { eval: true, workerData, execArgv: [] })
  const beat = setInterval(() => worker.postMessage('alive'), limitMs / 10)
  const report = (position: string) => {
    writeSync(2, `${message} ${sourcePosition(traceMapOf(map), position)}.\n`)
  }
  process.on('endlessLoop', report)
  worker.unref()
  beat.unref()
  return () => {
    process.off('endlessLoop', report)
    clearInterval(beat)
    void worker.terminate()
  }
}
