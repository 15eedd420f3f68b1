// Passwords: argon2id hashing with limits on cost and concurrency, and refusing weak ones.
import { hash, verify } from '@node-rs/argon2'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { Problem } from '../http/problem.js'
import type { Tenant } from '../tenants/tenants.js'

/** Memory in KiB, passes over it, lanes side by side. */
export interface HashCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** OWASP's first recommendation for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Stored hashes beyond these would eat memory or time; nothing of ours has ever written one. */
const MOST = { memory: 65_536, passes: 4, lanes: 4 }
const AT_ONCE = 4
/** About half a second of waiting; whoever comes after that is told to come back. */
const WAITING = 200

export class Passwords {
  #running = 0
  readonly #waiting: (() => void)[] = []
  readonly #cost: HashCost
  readonly #dummy: Promise<string>

  /** @param cost less is for tests alone, of which most are about anything but this. */
  constructor(cost = COST) {
    this.#cost = cost
    this.#dummy = hash('no account has this password', cost)
  }

  /** How many are hashed at this moment, and how many wait for it. */
  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running, waiting: this.#waiting.length }
  }

  async hash(password: string): Promise<string> {
    return this.#oneOfFew(() => hash(password, this.#cost))
  }

  /**
   * Checks a password. Without a stored hash it takes as long and says no, so that time tells nobody
   * whether an account exists.
   * @throws Problem `rate_limited` when too many are waiting.
   */
  async verify(password: string, stored: string | null | undefined): Promise<boolean> {
    const usable = stored && isBearable(stored) ? stored : undefined
    const reference = usable ?? (await this.#dummy)
    const right = await this.#oneOfFew(() => verify(reference, password))
    return right && usable !== undefined
  }

  /** Whether a stored hash has other parameters than today's. */
  isDated(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = this.#cost
    return !stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
  }

  async #oneOfFew<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) {
      if (this.#waiting.length >= WAITING)
        throw new Problem('rate_limited', { headers: { 'retry-after': '1' } })
      await new Promise<void>(resolve => this.#waiting.push(resolve))
    } else {
      this.#running += 1
    }
    try {
      return await work()
    } finally {
      // The place is handed on, not freed: nobody can slip in between.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}

function isBearable(stored: string): boolean {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/.exec(stored)
  if (!match) return false
  const [memory, passes, lanes] = match.slice(1).map(Number)
  return (memory ?? 0) <= MOST.memory && (passes ?? 0) <= MOST.passes && (lanes ?? 0) <= MOST.lanes
}

/** Fewer guesses than a million (the library's score of 0 or 1) are tried in minutes, even against a limited log-in. */
const MIN_SCORE = 2
/** The search takes time with the square of the characters: of a long password its two ends are looked at. */
const LOOKED_AT = 32
/** Ways to read `p@ssw0rd` that are tried: each costs a search of its own, and others wait for it. */
const READINGS = 10

export type WeakBecause = 'common' | 'context'

export interface PasswordOwner {
  readonly email: string
  readonly name: string
  readonly tenant: Pick<Tenant, 'key' | 'name' | 'hosts'>
}

/** @throws Problem `password_weak`, whose `errors` say why: `common`, or `context` for words of this place. */
export async function rejectWeakPassword(password: string, owner: PasswordOwner): Promise<void> {
  const because = await weakness(password, owner)
  if (because) throw new Problem('password_weak', { errors: [{ path: 'body.password', message: because }] })
}

async function weakness(password: string, owner: PasswordOwner): Promise<WeakBecause | undefined> {
  const meter = await strengthMeter()
  const characters = [...password]
  const ends = new Set([characters.slice(0, LOOKED_AT).join(''), characters.slice(-LOOKED_AT).join('')])
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

/** Its lists take 25 MB and a fifth of a second: read when the first password is set, and kept. */
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
