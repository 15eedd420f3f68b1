import { hash, verify } from '@node-rs/argon2'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { Problem, tooMany } from '../http/problem.js'
import { Slots } from '../slots.js'
import type { Tenant } from '../tenants/tenants.js'

/** Cost parameters of argon2id: memory in KiB, number of passes, degree of parallelism. */
export interface HashCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** OWASP's first recommendation for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Maximum cost of a stored hash. This server never writes higher costs, which would waste memory and time.
 */
const MAX_COST = { memory: 65_536, passes: 4, lanes: 4 }
const MAX_CONCURRENT = 4
/** Maximum queue length, about half a second of waiting. Further attempts are rejected. */
const MAX_WAITING = 200

export class Passwords {
  readonly #slots = new Slots(MAX_CONCURRENT, { mostWaiting: MAX_WAITING, busy: tooMany })
  readonly #cost: HashCost
  readonly #dummy: Promise<string>

  constructor(cost = COST) {
    this.#cost = cost
    this.#dummy = hash('no account has this password', cost)
  }

  get load(): { readonly running: number; readonly waiting: number } {
    return this.#slots.load
  }

  async hash(password: string): Promise<string> {
    return this.#slots.run(() => hash(password, this.#cost))
  }

  /**
   * Takes the same time and returns false if there is no stored hash, so that timing reveals no account.
   * @throws Problem `rate_limited`
   */
  async verify(password: string, stored: string | null | undefined): Promise<boolean> {
    const usable = stored && isAffordable(stored) ? stored : undefined
    const reference = usable ?? (await this.#dummy)
    const right = await this.#slots.run(() => verify(reference, password))
    return right && usable !== undefined
  }

  isDated(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = this.#cost
    return !stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
  }
}

function isAffordable(stored: string): boolean {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/.exec(stored)
  if (!match) return false
  const [memory, passes, lanes] = match.slice(1).map(Number)
  return (
    (memory ?? 0) <= MAX_COST.memory && (passes ?? 0) <= MAX_COST.passes && (lanes ?? 0) <= MAX_COST.lanes
  )
}

/** Scores of 0 and 1 mean fewer than a million guesses, which takes only minutes even with rate limits. */
const MIN_SCORE = 2
/** Number of characters checked at each end. The check takes quadratic time. */
const EXAMINED = 32
/**
 * Maximum number of leetspeak variants such as `p@ssw0rd`. Each requires a search that delays other requests.
 */
const READINGS = 10

export type WeakBecause = 'common' | 'context'

export interface PasswordOwner {
  readonly email: string
  readonly name: string
  readonly tenant: Pick<Tenant, 'key' | 'name' | 'hosts'>
}

/**
 * @throws Problem `password_weak` with error `common`, or `context` if it contains words from the account or
 * tenant
 */
export async function rejectWeakPassword(password: string, owner: PasswordOwner): Promise<void> {
  const because = await weakness(password, owner)
  if (because) throw new Problem('password_weak', { errors: [{ path: 'body.password', message: because }] })
}

async function weakness(password: string, owner: PasswordOwner): Promise<WeakBecause | undefined> {
  const meter = await strengthMeter()
  const characters = [...password]
  const ends = new Set([characters.slice(0, EXAMINED).join(''), characters.slice(-EXAMINED).join('')])
  const isWeak = (words: string[]) => [...ends].every(end => meter.check(end, words).score < MIN_SCORE)
  if (isWeak([])) return 'common'
  return isWeak(wordsOf(owner)) ? 'context' : undefined
}

/** @example wordsOf({ email: 'ada.l@x.example', name: 'Ada', … }) // ['fretwork', 'ada.l@x.example', 'ada.l', 'ada', …] */
function wordsOf({ email, name, tenant }: PasswordOwner): string[] {
  const texts = [email, email.replace(/@.*/, ''), name, tenant.key, tenant.name, ...tenant.hosts]
  const parts = texts.flatMap(text => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
  return [...new Set(['fretwork', ...parts.map(part => part.toLowerCase())])].filter(part => part !== '')
}

let meter: Promise<ZxcvbnFactory> | undefined

/** Loads the dictionaries (25 MB, 200 ms) for the first new password and keeps them in memory. */
function strengthMeter(): Promise<ZxcvbnFactory> {
  meter ??= loadStrengthMeter()
  return meter
}

async function loadStrengthMeter(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: READINGS })
}
