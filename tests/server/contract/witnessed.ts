// What the witness in the product has written down, held against the contract.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { deviationsOf } from '../../../cli/commands/api/check/deviations.js'
import type { Answer } from '../../../cli/commands/api/check/wire.js'
import { endpointAt } from '../../../src/core/api/endpoints.js'

const BEGUN_WITHIN_MS = 10_000

export interface Witness {
  /** For the product's process. */
  readonly env: Readonly<Record<string, string>>
  /** Resolves once an answer was written down. @throws Error where none is within ten seconds */
  begun(): Promise<void>
  /** How many answers were seen so far, and a sentence for each that is off the contract, each sentence once. */
  report(): { answers: number; deviations: string[] }
  /** Deletes what was written down: tokens are among it. */
  remove(): void
}

export function callWitness(): Witness {
  const folder = mkdtempSync(join(tmpdir(), 'fretwork-answers-'))
  const file = join(folder, 'answers.ndjson')
  return {
    env: {
      NODE_OPTIONS: `--import ${new URL('./witness.mjs', import.meta.url).href}`,
      ANSWERS_FILE: file,
    },
    async begun() {
      // An answer is written down after it has left: who has received it may look too early.
      for (const deadline = Date.now() + BEGUN_WITHIN_MS; linesOf(file).length === 0; await delay(20)) {
        if (Date.now() > deadline)
          throw new Error(
            'The witness of the API’s answers sees nothing; see tests/server/contract/witness.mjs.',
          )
      }
    },
    report() {
      const lines = linesOf(file)
      const deviations = lines.flatMap(line => judge(JSON.parse(line) as Seen))
      return { answers: lines.length, deviations: [...new Set(deviations)] }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The lines that are written to their end: the product may be writing the last one. */
function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
}

interface Seen extends Answer {
  readonly method: string
  readonly path: string
}

function judge({ method, path, ...answer }: Seen): string[] {
  // Preflights, and questions for the headers alone, are not calls.
  if (method === 'OPTIONS' || method === 'HEAD') return []
  const endpoint = endpointAt(method, path)
  if (endpoint) return deviationsOf(endpoint, answer)
  if ([400, 403, 404, 405, 421].includes(answer.status)) return []
  return [`${method} ${path} answers ${answer.status}, and the contract knows of no such call`]
}
