// A user's plan as the account page shows it.
import { featureOfLevel, PLAN_LEVELS, planLevelOf } from '../../src/core/api/claims.js'
import { liveSubscriptions, type Subscription } from '../billing/subscriptions.js'
import type { Scope } from '../database/connection.js'
import type { User } from '../presence/auth/sessions.js'

/** @param user as a live session has it: with the features of now. */
export async function planOf(scope: Scope, user: User, now: number) {
  const level = planLevelOf(user.features) ?? 'free'
  const paid = await liveSubscriptions(scope, user.id, now)
  const ofLevel = paid.filter(({ features }) => (planLevelOf(features) ?? 'free') === level)
  const payment = level === 'free' ? undefined : ofLevel[0]
  return {
    level,
    status: payment?.status ?? (level === 'free' ? 'free' : 'granted'),
    ...(payment?.renewsAt && { renewsAt: payment.renewsAt.toISOString() }),
    ...(payment?.endsAt && { endsAt: payment.endsAt.toISOString() }),
    features: user.features,
  }
}

/** Whether buying these features would be paying twice: for what is paid for already, or for a second level. */
export function isPaidFor(
  paid: readonly Pick<Subscription, 'features'>[],
  features: readonly string[],
): boolean {
  const have = paid.flatMap(subscription => subscription.features)
  const isLevel = (feature: string) => PLAN_LEVELS.some(level => featureOfLevel(level) === feature)
  return features.every(feature => have.includes(feature)) || (features.some(isLevel) && have.some(isLevel))
}
