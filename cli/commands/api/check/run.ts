import { type Endpoint, pathOf } from '../../../../src/core/contract/endpoint.js'
import { CALLS, endpointNamed } from '../../../../src/core/contract/endpoints.js'
import type { ErrorCode } from '../../../../src/core/contract/errors.js'
import { parsedJson } from '../../../../src/core/platform/json.js'
import { CliError } from '../../../errors.js'
import { deviationsOf } from './deviations.js'
import { FILE, GOOD_CALLS, type GoodCall, type Memory } from './good-calls.js'
import { type Input, invalidInputs } from './invalid-inputs.js'
import { handleOf, type People, type Person } from './people.js'
import { refusalsOf } from './refusals.js'
import { type Answer, asCurl, codeIn, type Request, sendPatiently, type Where } from './wire.js'

export interface CheckResult {
  readonly endpoint: string
  readonly what: string
  readonly outcome: 'ok' | 'fault' | 'skipped'
  readonly problems: readonly string[]
  readonly repeat?: string
  readonly received?: readonly string[]
}

export interface RunOptions extends Where {
  readonly otherTenant?: string | undefined
  readonly people: People
  readonly memory: Memory
  readonly readOnly: boolean
  readonly throwAway: boolean
  readonly endedToken: string
  readonly isWanted: (endpoint: string) => boolean
  readonly signal?: AbortSignal | undefined
}

type Judge = (answer: Answer) => readonly string[]

/** Allowed error codes for strangers, who must not learn whether a user's data exists. */
const FOR_STRANGERS: readonly ErrorCode[] = ['not_found', 'forbidden']
const READING = ['user.search', 'library.fetch-blobs']

const MOST_SILENT = 5
const LONGEST_ANSWER = 2000
const TOKENS = /(eyJ|"refreshToken":"|"token":"|set-cookie: )[^"\s]+/gi

export class Run {
  readonly results: CheckResult[] = []
  private silent = 0

  constructor(private readonly options: RunOptions) {}

  async tryRefusals(): Promise<void> {
    const { tenant, otherTenant, people, endedToken } = this.options
    for (const endpoint of this.wanted()) {
      const parts = { tenant, otherTenant, jwt: people.first.jwt, endedToken }
      for (const { what, request, codes } of refusalsOf(endpoint, parts))
        await this.tryUnlessReading(endpoint, what, request, refusedWith(codes))
    }
  }

  async tryInvalidInputs(): Promise<void> {
    const { tenant, people } = this.options
    for (const endpoint of this.wanted()) {
      for (const { what, path, body } of invalidInputs(endpoint, this.inputOf(endpoint))) {
        const request = {
          ...{ method: endpoint.method, path },
          ...(endpoint.tenant !== 'none' && { tenant }),
          ...(endpoint.auth === 'bearer' && { jwt: people.first.jwt }),
          ...(endpoint.body && { body }),
        }
        const codes: ErrorCode[] = ['invalid_input', 'malformed_json']
        // A malformed path may match no route. Rate limits can occur with any input.
        const also: ErrorCode[] = what.startsWith('params') ? ['not_found', 'rate_limited'] : ['rate_limited']
        await this.tryUnlessReading(endpoint, `${what}`, request, refusedWith([...codes, ...also]))
      }
    }
  }

  /** Makes the selected valid calls. Also makes the calls they depend on, without listing those. */
  async makeGoodCalls(): Promise<void> {
    const { people, memory, tenant, isWanted, signal } = this.options
    const last = GOOD_CALLS.findLastIndex(({ name }) => isWanted(name))
    for (const call of GOOD_CALLS.slice(0, last + 1)) {
      if (signal?.aborted) return
      const endpoint = endpointNamed(call.name)
      if (!endpoint) throw new RangeError(`The contract has no call named ${call.name}.`)
      const why = this.leftOut(call, endpoint)
      if (why) {
        this.add(endpoint, describe(call), 'skipped', [why])
        continue
      }
      const query = new URLSearchParams(call.query?.(memory)).toString()
      const request = {
        method: endpoint.method,
        path: pathOf(endpoint, call.params?.(memory)) + (query && `?${query}`),
        ...(endpoint.tenant !== 'none' && { tenant }),
        ...(call.who !== 'anonymous' && { jwt: people[call.who]?.jwt ?? '' }),
        ...(call.body && { body: call.body(memory) }),
      }
      await this.tryAsOthers(call, endpoint, request)
      const answer = await this.try(endpoint, describe(call), request, judgeOf(call, endpoint))
      if (answer && answer.status < 400) call.remember?.(parsedJson(answer.text), memory)
    }
  }

  private async tryAsOthers(call: GoodCall, endpoint: Endpoint, request: Request): Promise<void> {
    const { people, otherTenant, tenant, memory } = this.options
    const { first, second, stranger, foreigner } = people
    const reads = endpoint.method === 'GET' || READING.includes(call.name)
    const isTried =
      call.owned || (reads && endpoint.auth === 'bearer' && !call.refused && call.name !== 'auth.logout')
    if (!isTried || call.who === 'admin') return
    const secret = [first.email, second.email, FILE.bytes, ...Object.values(memory.kept)]
    const what = describe(call)
    if (!stranger && call.owned)
      this.add(endpoint, `${what}, tried by a stranger`, 'skipped', [NEEDS.stranger])
    if (!foreigner)
      this.add(endpoint, `${what}, tried by a user of another tenant`, 'skipped', [
        otherTenant ? NEEDS.stranger : NEEDS.tenant,
      ])
    if (stranger) {
      const judge = call.owned ? refusedWith(FOR_STRANGERS) : hides(secret, request)
      if (call.owned || !endpoint.params)
        await this.try(endpoint, `${what}, tried by a stranger`, { ...request, jwt: stranger.jwt }, judge)
    }
    if (foreigner) {
      const elsewhere = { ...request, tenant: otherTenant ?? tenant, jwt: foreigner.jwt }
      const judge = endpoint.params
        ? refusedWith(FOR_STRANGERS)
        : hides([...secret, first.id, second.id, handleOf(first), handleOf(second)], request)
      await this.try(endpoint, `${what}, tried by a user of another tenant`, elsewhere, judge)
    }
  }

  private async tryUnlessReading(endpoint: Endpoint, what: string, request: Request, judge: Judge) {
    if (this.options.readOnly && endpoint.method !== 'GET')
      this.add(endpoint, what, 'skipped', [NEEDS.writing])
    else await this.try(endpoint, what, request, judge)
  }

  private async try(endpoint: Endpoint, what: string, request: Request, judge: Judge) {
    if (this.options.signal?.aborted) return undefined
    if (this.silent >= MOST_SILENT) {
      this.add(endpoint, what, 'skipped', ['the server no longer answers'])
      return undefined
    }
    let answer: Answer
    try {
      answer = await sendPatiently(this.options, request)
    } catch (thrown) {
      if (!(thrown instanceof CliError)) throw thrown
      this.silent += 1
      const isTimeout = thrown.cause instanceof Error && thrown.cause.name === 'TimeoutError'
      this.add(endpoint, what, 'fault', [isTimeout ? 'was not answered' : 'was cut off'], request)
      return undefined
    }
    this.silent = 0
    const problems = [
      ...judge(answer),
      ...serverFault(endpoint, answer),
      ...deviationsOf(endpoint, answer),
      ...headerDeviations(answer).map(each => `${endpoint.name}: the answer with ${answer.status} ${each}`),
    ]
    this.add(endpoint, what, problems.length === 0 ? 'ok' : 'fault', problems, request, answer)
    return answer
  }

  private add(
    { name }: Endpoint,
    what: string,
    outcome: CheckResult['outcome'],
    problems: readonly string[],
    request?: Request,
    answer?: Answer,
  ): void {
    if (!this.options.isWanted(name)) return
    this.results.push({
      ...{ endpoint: name, what, outcome, problems },
      ...(outcome === 'fault' &&
        request && {
          repeat: this.withoutSecrets(asCurl(this.options.baseUrl, request)),
          received: answer ? this.shown(answer) : [],
        }),
    })
  }

  private shown({ status, headers, text }: Answer): string[] {
    const shown = text.length > LONGEST_ANSWER ? `${text.slice(0, LONGEST_ANSWER)}…` : text
    const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    return [`${status}`, ...named, '', ...shown.split('\n')].map(line =>
      this.withoutSecrets(line).replace(TOKENS, '$1…'),
    )
  }

  private withoutSecrets(text: string): string {
    const secrets = Object.values(this.options.people).flatMap(
      ({ password, jwt, refreshToken }: Person): [string, string][] => [
        [password, '$FRETWORK_PASSWORD'],
        [jwt, '$FRETWORK_TOKEN'],
        [refreshToken, '$FRETWORK_REFRESH_TOKEN'],
      ],
    )
    return secrets
      .filter(([secret]) => secret !== '')
      .reduce((said, [secret, name]) => said.replaceAll(secret, name), text)
  }

  private wanted(): readonly Endpoint[] {
    return CALLS.filter(({ name }) => this.options.isWanted(name))
  }

  /** Returns the input of the endpoint's first valid call, or empty input. */
  private inputOf({ name }: Endpoint): Input {
    const call = GOOD_CALLS.find(each => each.name === name)
    const { memory } = this.options
    return { params: call?.params?.(memory), query: call?.query?.(memory), body: call?.body?.(memory) }
  }

  private leftOut({ who, lasting }: GoodCall, { method, name }: Endpoint): string | undefined {
    const { people, readOnly, throwAway } = this.options
    if (who === 'admin' && !people.admin) return NEEDS.admin
    if (readOnly && method !== 'GET' && name !== 'auth.login') return NEEDS.writing
    if (lasting && (!throwAway || readOnly)) return NEEDS.own
    return undefined
  }
}

/** Reasons for skipping a request. */
const NEEDS = {
  admin: 'needs an administrator: name one with --admin',
  own: 'would change your account: leave out --account',
  stranger: 'needs a third account: leave out --account',
  tenant: 'needs a second tenant: name one with --other-tenant',
  writing: 'changes data: leave out --read-only',
} as const

function judgeOf({ refused, name }: GoodCall, endpoint: Endpoint): Judge {
  if (!refused) return answeredWith(endpoint.status)
  const isRefused = refusedWith(refused)
  // Without a payment provider, this call is rejected.
  return answer => (answer.status < 400 && name === 'account.stripe-session' ? [] : isRefused(answer))
}

function refusedWith(codes: readonly ErrorCode[]): Judge {
  return answer => {
    const code = codeIn(answer)
    return codes.some(each => each === code)
      ? []
      : [`returned ${said(answer)} instead of ${codes.join(' or ')}`]
  }
}

function answeredWith(status: number): Judge {
  return answer => (answer.status === status ? [] : [`returned ${said(answer)} instead of ${status}`])
}

function hides(secret: readonly string[], request: Request): Judge {
  const asked = JSON.stringify(request)
  return ({ text }) =>
    secret.some(each => text.includes(each) && !asked.includes(each)) ? ['shows what belongs to others'] : []
}

/** Reports unexpected server errors. Endpoints declare the errors for unreachable providers. */
function serverFault({ errors }: Endpoint, answer: Answer): string[] {
  const code = codeIn(answer)
  if (answer.status < 500 || errors.some(each => each === code)) return []
  return [`is a server failure (${said(answer)})`]
}

function said(answer: Answer): string {
  const code = codeIn(answer)
  return code === undefined ? String(answer.status) : `${answer.status} ${code}`
}

function describe({ who, refused }: GoodCall): string {
  const caller = { anonymous: 'a visitor', first: 'a user', second: 'another user', admin: 'an Admin' }[who]
  return refused ? `from ${caller}, refused with ${refused.join(' or ')}` : `from ${caller}`
}

// Headers set by `server/http/security.ts`. A proxy or a route may drop them.
interface Rule {
  readonly name: string
  readonly value: RegExp
  readonly wanted: string
}

const exactly = (name: string, value: string): Rule => ({
  ...{ name, wanted: value },
  value: new RegExp(`^${value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, 'i'),
})

const RULES: readonly Rule[] = [
  exactly('x-content-type-options', 'nosniff'),
  exactly('x-frame-options', 'DENY'),
  exactly('referrer-policy', 'same-origin'),
  exactly('cross-origin-opener-policy', 'same-origin-allow-popups'),
  exactly('cross-origin-resource-policy', 'same-origin'),
  exactly('origin-agent-cluster', '?1'),
  exactly('x-dns-prefetch-control', 'off'),
  exactly('x-download-options', 'noopen'),
  exactly('x-permitted-cross-domain-policies', 'none'),
  // Disables the XSS filters of old browsers, which caused vulnerabilities.
  exactly('x-xss-protection', '0'),
  {
    ...{ name: 'permissions-policy', wanted: 'camera=(), geolocation=()' },
    value: /\bcamera=\(\).*\bgeolocation=\(\)/,
  },
  ...[`default-src 'self'`, `object-src 'none'`, `base-uri 'none'`, `frame-ancestors 'none'`].map(part => ({
    ...{ name: 'content-security-policy', wanted: part },
    value: new RegExp(`(^|;)\\s*${part}\\s*(;|$)`),
  })),
]

export function headerDeviations({ status, headers }: Pick<Answer, 'status' | 'headers'>): string[] {
  const found = RULES.flatMap(({ name, value, wanted }) => {
    const given = headers[name]
    if (given === undefined) return [`has no ${name}`]
    return value.test(String(given)) ? [] : [`has ${name} “${given}” instead of “${wanted}”`]
  })
  if (headers['x-request-id'] === undefined) found.push('has no x-request-id')
  if (status === 401 && headers['www-authenticate'] === undefined) found.push('has no www-authenticate')
  if (status === 429 && !(Number(headers['retry-after']) > 0)) found.push('has no retry-after')
  if (headers['x-powered-by'] !== undefined) found.push('has x-powered-by')
  return [...new Set(found)]
}
