// Which passwords are refused: common and breached ones, and those made of words that anybody would try here.
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { Problem } from '../../http/problem.js'
import type { Tenant } from '../../tenancy/tenants.js'

/** Fewer guesses than a million (the library's score of 0 or 1) are tried in minutes, even against a limited log-in. */
const LEAST_SCORE = 2
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
export async function refuseWeak(password: string, owner: PasswordOwner): Promise<void> {
  const because = await weakness(password, owner)
  if (because) throw new Problem('password_weak', { errors: [{ path: 'body.password', message: because }] })
}

async function weakness(password: string, owner: PasswordOwner): Promise<WeakBecause | undefined> {
  const meter = await theMeter()
  const characters = [...password]
  const ends = new Set([characters.slice(0, LOOKED_AT).join(''), characters.slice(-LOOKED_AT).join('')])
  const isWeak = (words: string[]) => [...ends].every(end => meter.check(end, words).score < LEAST_SCORE)
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
function theMeter(): Promise<ZxcvbnFactory> {
  meter ??= loadMeter()
  return meter
}

async function loadMeter(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: READINGS })
}
