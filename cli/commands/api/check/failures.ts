/** Faults that a check has found, in a file: the same calls can be made again, on this server or another one. */
import * as z from 'zod/mini'
import { messageOf } from '../../../../src/core/platform/fretwork-error.js'
import { CliError, EXIT } from '../../../errors.js'
import { readInput, writeWhole } from '../../../io/files.js'
import { plain } from '../../../io/print.js'
import type { CheckResult } from './result.js'

const failure = z.object({
  endpoint: z.string(),
  what: z.string(),
  problems: z.array(z.string()),
  /** The request for a shell, without secrets. */
  repeat: z.optional(z.string()),
})
/** What decides which requests a check makes; the same again makes the same requests. */
const choice = {
  seed: z.optional(z.int()),
  cases: z.optional(z.int()),
  /** The recording that was replayed. */
  har: z.optional(z.string()),
}
const failuresFile = z.object({
  format: z.literal('fretwork-api-failures'),
  ...choice,
  failures: z.array(failure),
})

export type Failure = z.infer<typeof failure>
export type Failures = z.infer<typeof failuresFile>
export type Choice = Pick<Failures, keyof typeof choice>

/** Also where there is none: what a file says is of the last run. @throws CliError `file_unwritable` */
export async function saveFailures(
  path: string,
  results: readonly CheckResult[],
  choice: Choice,
): Promise<void> {
  const failures = results
    .filter(({ outcome }) => outcome === 'fault')
    .map(({ endpoint, what, problems, repeat }) => ({ endpoint, what, problems, ...(repeat && { repeat }) }))
  const text = `${JSON.stringify({ format: 'fretwork-api-failures', ...choice, failures }, null, 2)}\n`
  await writeWhole(path, text).catch(cause => {
    const message = `"${plain(path)}" cannot be written: ${messageOf(cause)}.`
    throw new CliError('file_unwritable', message, EXIT.badInput, { cause })
  })
}

/** @throws CliError `failures_invalid`, and as `readInput` does */
export async function readFailures(path: string): Promise<Failures> {
  const bytes = await readInput(path)
  const read = failuresFile.safeParse(jsonOf(new TextDecoder().decode(bytes)))
  if (read.success) return read.data
  const message = `"${plain(path)}" holds no failures of a check; write it with "fretwork api check --save ${plain(path)}".`
  throw new CliError('failures_invalid', message, EXIT.badInput)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export interface Replayed {
  readonly failure: Failure
  /** `changed`: it still fails, in another way; `gone`: the check no longer makes this call, or leaves it out. */
  readonly verdict: 'fixed' | 'failing' | 'changed' | 'gone'
  /** What is wrong now, or why it is not checked. */
  readonly problems: readonly string[]
}

/** What became of each failure in a later check. */
export function replayed(failures: readonly Failure[], results: readonly CheckResult[]): Replayed[] {
  return failures.map(failure => {
    const now = results.find(({ endpoint, what }) => endpoint === failure.endpoint && what === failure.what)
    if (!now || now.outcome === 'skipped')
      return { failure, verdict: 'gone', problems: now?.problems ?? ['the check has no such request'] }
    if (now.outcome === 'ok') return { failure, verdict: 'fixed', problems: [] }
    const isSame = lasting(now.problems) === lasting(failure.problems)
    return { failure, verdict: isSame ? 'failing' : 'changed', problems: now.problems }
  })
}

/** How long something took differs with each run, and so do the addresses of accounts that were made for it. */
const lasting = (problems: readonly string[]) =>
  problems
    .join('\n')
    .replace(/\d+ ms/g, 'ms')
    .replace(/-[0-9a-f]{12}@check\.invalid/g, '@check.invalid')
