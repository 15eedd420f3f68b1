// What the witness in the product has written down, held against the contract.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Answer, deviationsOf } from './deviations.js'
import { endpointAt } from './endpoint-at.js'

export interface Witness {
  /** For the product's process. */
  readonly env: Readonly<Record<string, string>>
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
    report() {
      const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
      const deviations = lines.flatMap(line => judge(JSON.parse(line) as Seen))
      return { answers: lines.length, deviations: [...new Set(deviations)] }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

interface Seen extends Answer {
  readonly method: string
  readonly path: string
}

function judge({ method, path, ...answer }: Seen): string[] {
  // Preflights, and questions for the headers alone, are no calls.
  if (method === 'OPTIONS' || method === 'HEAD') return []
  const endpoint = endpointAt(method, path)
  if (endpoint) return deviationsOf(endpoint, answer)
  if ([400, 403, 404, 405, 421].includes(answer.status)) return []
  return [`${method} ${path} answers ${answer.status}, and the contract knows of no such call`]
}
