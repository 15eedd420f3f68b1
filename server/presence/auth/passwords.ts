// Password hashing: argon2id, bounded in cost and in how many run at once.
import { hash, verify } from '@node-rs/argon2'
import { Problem } from '../../http/problem.js'

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
