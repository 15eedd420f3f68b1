// The outbox: mail is kept in the transaction of its cause and sent after the commit, by whichever server is free.
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { Scope } from '../database/connection.js'
import { mailOutbox } from '../database/schema.js'
import type { Mail } from './mailer.js'

/** A mail as it waits. Its link, where it has one, gets its secret only when the mail is written. */
export type QueuedMail = Omit<Mail, 'tenant' | 'id'> & { readonly linkId?: string }

/** What somebody without a session asked for; whether there is such an account is looked up later. */
export type Ask =
  | {
      readonly kind: 'register'
      readonly email: string
      readonly name: string
      readonly passwordHash: string
      readonly language?: string | undefined
    }
  | { readonly kind: 'verification' | 'forgot'; readonly email: string }

export type Waiting = { readonly kind: 'mail'; readonly mail: QueuedMail } | Ask

export interface Claimed {
  readonly id: number
  readonly attempts: number
  readonly waiting: Waiting
}

/** Longer than any attempt takes; a server that died in the middle of one is then made good by another. */
const CLAIM_MS = 5 * 60_000
const MINUTE_MS = 60_000
/** Minutes between attempts: sixteen hours in all, then it is given up. */
const DELAYS_MINUTES = [1, 5, 15, 60, 180, 300, 400]
/** Also where no attempt comes to its end, and another server takes the entry over each time. */
export const MOST_ATTEMPTS = DELAYS_MINUTES.length + 1

/** @param notBefore when it may go at the earliest; at once unless given */
export async function queueMail(scope: Scope, mail: QueuedMail, notBefore?: Date): Promise<void> {
  await put(scope, { kind: 'mail', mail }, notBefore)
}

/** One and the same statement, whoever asks: the answer's time tells nothing about the account. */
export async function queueAsk(scope: Scope, ask: Ask): Promise<void> {
  await put(scope, ask)
}

async function put(scope: Scope, waiting: Waiting, dueAt?: Date): Promise<void> {
  await scope.sql
    .insert(mailOutbox)
    .values({ tenant: scope.tenant, kind: waiting.kind, content: waiting, ...(dueAt && { dueAt }) })
  scope.announce(waiting.kind === 'mail' ? 'mail' : 'ask')
}

/** Takes the oldest entry that is due, for a while: no other server gets it meanwhile. */
export async function claimNext(scope: Scope, now: number): Promise<Claimed | undefined> {
  const due = scope.sql
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(
      and(
        eq(mailOutbox.tenant, scope.tenant),
        or(isNull(mailOutbox.dueAt), lte(mailOutbox.dueAt, new Date(now))),
      ),
    )
    .orderBy(mailOutbox.id)
    .limit(1)
    .for('update', { skipLocked: true })
  const [row] = await scope.sql
    .update(mailOutbox)
    .set({ attempts: sql`${mailOutbox.attempts} + 1`, dueAt: new Date(now + CLAIM_MS) })
    .where(and(eq(mailOutbox.tenant, scope.tenant), eq(mailOutbox.id, sql`(${due})`)))
    .returning()
  // Only `put` writes the column.
  return row && { id: row.id, attempts: row.attempts, waiting: row.content as Waiting }
}

/**
 * Takes a finished entry out.
 * @returns false where another server took it over meanwhile: then its effect must not happen here.
 */
export async function finish(scope: Scope, { id, attempts }: Claimed): Promise<boolean> {
  const gone = await scope.sql
    .delete(mailOutbox)
    .where(and(eq(mailOutbox.tenant, scope.tenant), eq(mailOutbox.id, id), eq(mailOutbox.attempts, attempts)))
    .returning({ id: mailOutbox.id })
  return gone.length === 1
}

/** Puts a failed entry off, or gives it up. @returns whether it will be tried again. */
export async function putOff(scope: Scope, claimed: Claimed, now: number): Promise<boolean> {
  const minutes = DELAYS_MINUTES[claimed.attempts - 1]
  if (minutes === undefined) {
    await finish(scope, claimed)
    return false
  }
  await scope.sql
    .update(mailOutbox)
    .set({ dueAt: new Date(now + minutes * MINUTE_MS) })
    .where(
      and(
        eq(mailOutbox.tenant, scope.tenant),
        eq(mailOutbox.id, claimed.id),
        eq(mailOutbox.attempts, claimed.attempts),
      ),
    )
  return true
}
