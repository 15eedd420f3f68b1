/** Reads the manifest that a module exports. Modules can do anything; any failure is reported in one sentence. */
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isMainThread, Worker } from 'node:worker_threads'
import { formMistake } from '../../../src/core/kernel/manifest/manifest-schema.js'
import type { PluginManifest } from '../../../src/core/kernel/manifest/plugin.js'
import type { Disposable } from '../../../src/core/platform/disposable.js'
import { messageOf } from '../../../src/core/platform/fretwork-error.js'
import { CliError, EXIT } from '../../errors.js'
import { type Candidate, idOf } from './plugins-finding.js'
import { runtimeProblems } from './plugins-runtime.js'

/** A manifest is data, so a module that takes longer hangs. */
const NETWORK_TIMEOUT_MS = 10_000

/** After the timer, for a module that blocks it in a loop. */
const LOOP_MS = 1000

/**
 * @param patienceMs how long the module may take to load and be read
 * @throws CliError `manifest_missing`, `manifest_unreadable`
 */
export async function readModule(file: string, patienceMs = NETWORK_TIMEOUT_MS): Promise<Candidate> {
  try {
    return await within(patienceMs, () => candidateOf(file))
  } catch (error) {
    if (error instanceof CliError) throw error
    // The built program runs on plain Node, which does not load TypeScript.
    const hint = extname(file) === '.ts' ? 'try npm run fretwork -- plugins check' : 'fix it, and check again'
    throw new CliError(
      'manifest_unreadable',
      `${file} cannot be loaded: ${messageOf(error).split('\n')[0]}; ${hint}.`,
      EXIT.badInput,
      { cause: error },
    )
  }
}

async function candidateOf(file: string): Promise<Candidate> {
  const { default: exported } = await import(/* @vite-ignore */ pathToFileURL(file).href)
  const id = idOf(exported, `${file} exports no manifest; write export default definePlugin({ id: … }).`)
  const mistake = formMistake(exported)
  if (mistake !== undefined) {
    return { problems: [{ plugin: id, code: 'manifest_invalid', message: `${file} is wrong${mistake}.` }] }
  }
  const shipped = file.endsWith(join('src', 'plugins', id, 'index.ts'))
  const manifest = exported as PluginManifest
  return { manifest, problems: await runtimeProblems(manifest, file), shipped }
}

/** Runs unknown code with a time limit, and without letting it end the program. */
async function within<T>(patienceMs: number, read: () => Promise<T>): Promise<T> {
  const { exit } = process
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    const late = new Error(`it does not end within ${patienceMs / 1000} s`)
    timer = setTimeout(() => reject(late), patienceMs)
  })
  const guard = endLoops(patienceMs + LOOP_MS)
  process.exit = () => {
    throw new Error('it ends the program')
  }
  try {
    return await Promise.race([read(), tooLong])
  } finally {
    process.exit = exit
    clearTimeout(timer)
    guard.dispose()
  }
}

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

/** A loop holds up every timer. What waits for code that was ended waits for ever. @returns the end of the guard */
function endLoops(afterMs: number): Disposable {
  // Elsewhere the main thread belongs to other code, such as the tests.
  if (!isMainThread) return { dispose: () => undefined }
  const guard = new Worker(GUARD, { eval: true, execArgv: [], workerData: afterMs })
  guard.unref()
  // A Node without a debugger ends no loops; all else is checked there as well.
  guard.on('error', () => undefined)
  return { dispose: () => void guard.terminate() }
}
