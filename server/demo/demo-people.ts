// Generates people for a demo, with profiles and follows. The same index always produces the same person.

import { eq, like } from 'drizzle-orm'
import { DEFAULT_TENANT } from '../../src/core/contract/tenant.js'
import type { ProfileBody } from '../../src/core/contract/users.js'
import type { Config } from '../config.js'
import { addRows, deleteRows } from '../database/queries.js'
import { links, users } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { atTenant } from '../tenants/at-tenant.js'
import { createDefaultTenant } from '../tenants/tenants.js'
import { addUser, userByEmail } from '../users/accounts.js'
import { saveProfile } from '../users/profiles.js'

export const MAX_DEMO_PEOPLE = 5000

/** Email domain without a mail server. No one can log in with these addresses. */
const DOMAIN = 'people.fretwork.local'

const FIRST = 'Ada Bo Carla Dmitri Eun Farid Greta Hugo Inês Jonas Kira Lena Mateo'.split(' ')
const LAST = 'Adler Baptiste Castro Dahl Egger Farkas Gómez Huber Ito Jensen Kohl'.split(' ')
const INSTRUMENTS = ['guitar', 'bass', 'ukulele', 'banjo', 'mandolin', 'classical guitar', 'pedal steel']
const BIOS = [
  'Plays in a trio on Thursdays, and practices scales the other six days.',
  'Came from the piano; still thinks in white keys.',
  'Collects open tunings. Ask me about C-A-C-G-C-E.',
  'Teaches beginners, from eight years to eighty.',
  'Slow blues, fast coffee.',
  '',
]
/** Offsets of the people that each person follows. */
const STRIDES = [1, 3, 7, 17]

export interface DemoPerson {
  readonly email: string
  readonly profile: ProfileBody
}

export function demoPerson(index: number): DemoPerson {
  const first = pick(FIRST, index)
  const last = pick(LAST, Math.floor(index / FIRST.length) + index)
  const number = index + 1
  return {
    email: `player${number}@${DOMAIN}`,
    profile: {
      name: `${first} ${last}`,
      handle: `player_${number}`,
      bio: pick(BIOS, index),
      instruments: [...new Set([pick(INSTRUMENTS, index), pick(INSTRUMENTS, index * 3 + 1)])],
      public: index % 10 !== 9,
      ...(index % 4 === 0 && { favouriteTuningId: 1 + (index % 5) }),
    },
  }
}

/**
 * Adds the first `number` demo people (1–5,000), skipping those who already exist.
 * @returns number of people added
 */
export async function addDemoPeople(scope: Scope, number: number, now: number): Promise<number> {
  const ids: string[] = []
  let made = 0
  for (let index = 0; index < number; index += 1) {
    const { email, profile } = demoPerson(index)
    const known = await userByEmail(scope, email)
    if (known) {
      ids.push(known.id)
      continue
    }
    const { name } = profile
    const emailVerifiedAt = new Date(now)
    const { id } = await addUser(scope, { email, name, passwordHash: null, demo: true, emailVerifiedAt })
    await saveProfile(scope, id, profile)
    ids.push(id)
    made += 1
  }
  const follows = ids.flatMap((fromId, index) =>
    STRIDES.map(stride => pick(ids, index + stride))
      .filter(toId => toId !== fromId)
      .map(toId => ({ fromId, kind: 'follow' as const, toId })),
  )
  // Insert in chunks: PostgreSQL limits the number of parameters per statement.
  for (let at = 0; at < follows.length; at += 1000)
    await addRows(scope, links, ...follows.slice(at, at + 1000)).onConflictDoNothing()
  return made
}

export async function removeDemoPeople(scope: Scope): Promise<number> {
  return deleteRows(scope, users, eq(users.demo, true), like(users.email, `%@${DOMAIN}`))
}

function pick<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length]
  if (found === undefined) throw new RangeError('Cannot pick from an empty list.')
  return found
}

export async function withDemo<T>(
  config: Pick<Config, 'home' | 'databaseUrl'>,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  return atTenant(config, DEFAULT_TENANT, work, createDefaultTenant)
}
