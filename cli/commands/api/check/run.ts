/** Makes requests for one worker, judges their answers, and keeps the results. */
import { type Endpoint, endpointErrors } from '../../../../src/core/api/endpoint.js'
import type { ErrorCode } from '../../../../src/core/api/errors.js'
import { deviationsOf } from './answers/deviations.js'
import { headerDeviations } from './answers/security-headers.js'
import { codeIn } from './http/refusal.js'
import type { Answer, Request, TimedAnswer } from './http/wire.js'
import type { BranchCoverage } from './reached/branches.js'
import type { CheckResult } from './result.js'
import type { World } from './world.js'

/** @returns what is wrong with an answer, apart from what the contract says of every answer */
export type Judge = (answer: TimedAnswer) => readonly string[]

interface RunOptions {
  readonly isWanted: (endpoint: string) => boolean
  readonly signal?: AbortSignal | undefined
  readonly branches?: BranchCoverage | undefined
}

export class Run {
  readonly results: CheckResult[] = []

  constructor(
    readonly world: World,
    private readonly options: RunOptions,
  ) {}

  /** Whether no further request is to be made. */
  get isOver(): boolean {
    return this.options.signal?.aborted ?? false
  }

  isWanted(endpoint: string): boolean {
    return this.options.isWanted(endpoint)
  }

  skip({ name }: Endpoint, what: string, why: string): void {
    if (this.isWanted(name)) this.results.push({ endpoint: name, what, outcome: 'skipped', problems: [why] })
  }

  /** For a call that the contract does not have. */
  unknown(call: string, what: string): void {
    const problems = ['the contract has no such call']
    this.results.push({ endpoint: call, what, outcome: 'skipped', problems })
  }

  /** @returns the answer, if there was one. A request for an endpoint that is not wanted is made, and not listed. */
  async try(
    endpoint: Endpoint,
    what: string,
    request: Request,
    judge: Judge,
  ): Promise<TimedAnswer | undefined> {
    const { caller } = this.world
    const answer = await caller.send(request)
    if ('problem' in answer) {
      this.add(endpoint, what, answer.outcome, [answer.problem])
      return undefined
    }
    this.options.branches?.saw(endpoint, request, answer)
    const problems = [
      ...judge(answer),
      ...serverFault(endpoint, answer),
      ...caller.lateness(answer),
      ...deviationsOf(endpoint, answer),
      ...headerDeviations(answer).map(each => `${endpoint.name}: the answer with ${answer.status} ${each}`),
    ]
    this.add(endpoint, what, problems.length === 0 ? 'ok' : 'fault', problems)
    return answer
  }

  private add({ name }: Endpoint, what: string, outcome: CheckResult['outcome'], problems: string[]): void {
    if (!this.isWanted(name)) return
    const { caller } = this.world
    const isFault = outcome === 'fault'
    const repeat = isFault ? caller.repeat() : undefined
    const received = isFault ? caller.received : []
    const answer = outcome === 'skipped' ? undefined : caller.seen
    this.results.push({
      ...{ endpoint: name, what, outcome, problems },
      ...(repeat !== undefined && { repeat }),
      ...(received.length > 0 && { received }),
      ...(answer !== undefined && { answer }),
    })
  }
}

/** A provider that is out of reach is listed by its entry; anything else is the server’s own failure. */
function serverFault({ errors }: Endpoint, answer: Answer): string[] {
  const code = codeIn(answer)
  if (answer.status < 500 || errors.some(each => each === code)) return []
  return [`is a failure of the server (${said(answer)})`]
}

export function refusedWith(codes: readonly ErrorCode[]): Judge {
  return answer => {
    const code = codeIn(answer)
    return codes.some(each => each === code)
      ? []
      : [`was answered with ${said(answer)} instead of ${codes.join(' or ')}`]
  }
}

export function answeredWith(status: number): Judge {
  return answer =>
    answer.status === status ? [] : [`was answered with ${said(answer)} instead of ${status}`]
}

/** Anything that the entry lists, but not that the input was refused. */
export function notRefusedAsInvalid(endpoint: Endpoint): Judge {
  const aboutInput = ['invalid_input', 'malformed_json', 'body_too_large', 'media_type_refused']
  const allowed = [...endpointErrors(endpoint), 'rate_limited'].filter(code => !aboutInput.includes(code))
  return answer => {
    const code = codeIn(answer)
    if (answer.status < 400 || allowed.some(each => each === code)) return []
    return [`is valid, and was answered with ${said(answer)}`]
  }
}

/** @example '404 not_found' */
export function said(answer: Answer): string {
  const code = codeIn(answer)
  return code === undefined ? String(answer.status) : `${answer.status} ${code}`
}
