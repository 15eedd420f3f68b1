/** Ends code that never lets go of the program: a loop holds up every timer that could do so. */
import { isMainThread, Worker } from 'node:worker_threads'
import type { Disposable } from '../../../src/core/platform/disposable.js'

/** Looks at the program from outside, as a debugger does, and ends what runs there: no `catch` of it helps. */
const GUARD = `
const { Session } = require('node:inspector')
const { workerData: afterMs } = require('node:worker_threads')
setTimeout(() => {
  const session = new Session()
  session.connectToMainThread()
  session.post('Runtime.terminateExecution')
}, afterMs)
`

/** What waits for the code it ended waits for ever: race it with a timer. @returns the end of the guard */
export function endLoops(afterMs: number): Disposable {
  // Elsewhere the main thread belongs to other code, such as the tests.
  if (!isMainThread) return { dispose: () => undefined }
  const guard = new Worker(GUARD, { eval: true, execArgv: [], workerData: afterMs })
  guard.unref()
  // A Node without a debugger ends no loops; all else is checked there as well.
  guard.on('error', () => undefined)
  return { dispose: () => void guard.terminate() }
}
