/** That a checkout was begun, kept for who comes back from it: the plan changes only when the payment is told. */
import * as z from 'zod/mini'
import type { accountState } from '../../core/api/account.js'
import type { Platform } from '../../core/platform/ports.js'

type Account = z.infer<typeof accountState>

const note = z.object({ at: z.number(), before: z.string() })
/** Who comes back later has a page that is right anyway. */
const KEPT_MS = 60 * 60_000

/** The plan as it was: whatever differs from it afterwards has come of the payment. */
function written({ level, status, features, renewsAt, endsAt }: Account): string {
  return JSON.stringify([level, status, [...features].sort(), renewsAt, endsAt])
}

type Parts = Pick<Platform, 'storage' | 'clock'>

export function rememberCheckout({ storage, clock }: Parts, key: string, before: Account): void {
  try {
    storage.set(key, JSON.stringify({ at: clock.date().getTime(), before: written(before) }))
  } catch {
    // A browser that keeps nothing: the page is right after a look at it, only later.
  }
}

/** The question whether the plan differs from the one before the checkout; undefined where none was begun. */
export function waitingCheckout(
  { storage, clock }: Parts,
  key: string,
): ((now: Account) => boolean) | undefined {
  const text = storage.get(key)
  if (text === undefined) return undefined
  try {
    const { at, before } = note.parse(JSON.parse(text))
    if (clock.date().getTime() - at > KEPT_MS) return undefined
    return now => written(now) !== before
  } catch {
    // Not ours, or damaged: as if there were none.
    return undefined
  }
}

export function forgetCheckout({ storage }: Parts, key: string): void {
  storage.remove(key)
}
