/** Reads the manifest that a module exports. A module is foreign code: whatever it does, the result is one sentence. */
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { formMistake } from '../../../src/core/kernel/manifest/manifest-schema.js'
import type { PluginManifest } from '../../../src/core/kernel/manifest/plugin.js'
import { messageOf } from '../../../src/core/platform/fretwork-error.js'
import { CliError, EXIT } from '../../errors.js'
import { endLoops } from '../run/end-loops.js'
import type { Candidate } from './plugins-finding.js'

/** A manifest is data; a module that takes longer waits for something that never comes, or goes round in circles. */
const NETWORK_TIMEOUT_MS = 10_000

/** By then the timer would have come, did not a loop hold it up. */
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
    // The shipped program runs on plain Node, which reads no TypeScript of ours.
    const hint =
      extname(file) === '.ts' ? 'try npm run fretwork -- plugins check' : 'mend it, and check again'
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
  const id = nameOf(exported, file)
  const mistake = formMistake(exported)
  if (mistake !== undefined) {
    return { problems: [{ plugin: id, code: 'manifest_invalid', message: `${file} is wrong${mistake}.` }] }
  }
  const shipped = file.endsWith(join('src', 'plugins', id, 'index.ts'))
  return { manifest: exported as PluginManifest, problems: [], shipped }
}

/** Runs foreign code, and continues whatever it does. */
async function within<T>(patienceMs: number, read: () => Promise<T>): Promise<T> {
  const { exit } = process
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    const late = new Error(`it does not come to its end within ${patienceMs / 1000} s`)
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

/** @throws CliError `manifest_missing` for everything that cannot be meant as a manifest */
function nameOf(exported: unknown, file: string): string {
  const named = typeof exported === 'object' && exported !== null && 'id' in exported
  if (named && typeof exported.id === 'string') return exported.id
  throw new CliError(
    'manifest_missing',
    `${file} exports no manifest; write export default definePlugin({ id: … }).`,
    EXIT.badInput,
  )
}
