/** Makes the calls of a check, and knows what came of the last one. */
import { CliError } from '../../../../errors.js'
import type { Person } from '../people/person.js'
import { codeIn } from './refusal.js'
import { asCurl, type Request, sendPatiently, type TimedAnswer, type Where } from './wire.js'

/** Calls in a row without an answer, after which the others are not tried. */
const MOST_SILENT = 5

/** Of an answer in a report. */
const LONGEST_ANSWER = 2000
/** Access and refresh tokens, and cookies with them. */
const TOKENS = /(eyJ|"refreshToken":"|"token":"|set-cookie: )[^"\s]+/gi

interface CallerOptions extends Where {
  /** An answer that takes longer is a fault. */
  readonly maxMs?: number | undefined
}

export interface NoAnswer {
  readonly outcome: 'fault' | 'skipped'
  readonly problem: string
}

/** Makes the calls of a check. One that hangs or is cut off is a fault of that call, and the check goes on. */
export class Caller {
  private silent = 0

  private last: Request | undefined
  private answer: TimedAnswer | undefined

  constructor(
    private readonly options: CallerOptions,
    private readonly people: readonly Person[],
  ) {}

  /** The last request for a shell. */
  repeat(): string | undefined {
    return this.last && this.withoutSecrets(asCurl(this.options.baseUrl, this.last))
  }

  /** What it was answered with, as lines; nothing where it was not answered. */
  get received(): readonly string[] {
    if (!this.answer) return []
    const { status, headers, text } = this.answer
    const shown = text.length > LONGEST_ANSWER ? `${text.slice(0, LONGEST_ANSWER)}…` : text
    const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    return [`${status}`, ...named, '', ...shown.split('\n')].map(line =>
      this.withoutSecrets(line).replace(TOKENS, '$1…'),
    )
  }

  private withoutSecrets(text: string): string {
    const secrets = this.people.flatMap(({ password, jwt, refreshToken }) => [
      [password, '$FRETWORK_PASSWORD'],
      [jwt, '$FRETWORK_TOKEN'],
      [refreshToken, '$FRETWORK_REFRESH_TOKEN'],
    ])
    return secrets
      .filter(([secret]) => secret !== '')
      .reduce((said, [secret = '', name = '']) => said.replaceAll(secret, name), text)
  }

  /** What the last request was answered with: its status, or its code; nothing where it was not answered. */
  get seen(): string | undefined {
    return this.answer && (codeIn(this.answer) ?? String(this.answer.status))
  }

  async send(request: Request): Promise<TimedAnswer | NoAnswer> {
    this.last = request
    this.answer = undefined
    if (this.silent >= MOST_SILENT) return { outcome: 'skipped', problem: 'the server no longer answers' }
    const begun = performance.now()
    try {
      const answer = await sendPatiently(this.options, request)
      this.silent = 0
      this.answer = answer
      return answer
    } catch (thrown) {
      if (!(thrown instanceof CliError)) throw thrown
      this.silent += 1
      const ms = Math.round(performance.now() - begun)
      const why = isTimeout(thrown.cause) ? 'was not answered' : 'was cut off'
      return { outcome: 'fault', problem: `${why} within ${ms} ms` }
    }
  }

  /** What is wrong with how long an answer took. */
  lateness({ ms }: TimedAnswer): string[] {
    const { maxMs } = this.options
    return maxMs !== undefined && ms > maxMs ? [`took ${Math.round(ms)} ms, more than ${maxMs}`] : []
  }
}

const isTimeout = (cause: unknown) => cause instanceof Error && cause.name === 'TimeoutError'
