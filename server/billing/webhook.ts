// The webhook for signed events from the payment provider. Each event is applied once, in whatever order they arrive.

import { eq, isNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import type { Database, Scope } from '../database/connection.js'
import { ofTenant } from '../database/queries.js'
import { billingEvents } from '../database/schema.js'
import { Problem } from '../http/problem.js'
import { auditPlanChange, planLevelAt } from '../users/features.js'
import { lockCustomer, nextReading, tenantOfCustomer } from './customers.js'
import type { Product } from './products.js'
import type { News, Provider, Subscribed } from './provider.js'
import { subscriptionEventOf } from './stripe-objects.js'
import { endSubscription, saveSubscription } from './subscriptions.js'

/** An event with many items is larger than any body of ours. */
const EVENT_LIMIT_BYTES = 512 * 1024
/** How old a signature may be: what was overheard cannot be sent again later. */
const TOLERANCE_SECONDS = 300

export interface WebhookParts extends Fulfilment {
  readonly provider: Pick<Provider, 'read' | 'webhookSecret'>
}

export async function addWebhook(app: FastifyInstance, parts: WebhookParts): Promise<void> {
  await app.register(async own => {
    // The signature is over the bytes as they came; parsed and written again they would be others.
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    own.post(WEBHOOK_PATH, { bodyLimit: EVENT_LIMIT_BYTES }, async (request, reply) => {
      const event = verified(request.body, request.headers['stripe-signature'], parts)
      const news = subscriptionEventOf(event)
      const outcome = news ? await fulfil(parts, news) : 'unused'
      request.log.info({ event: event.id, type: event.type, outcome }, 'A billing event came.')
      // Whatever does not concern us is taken as well: else it would come again for days.
      return reply.header('cache-control', 'no-store').send({ received: true })
    })
    own.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE'],
      url: WEBHOOK_PATH,
      exposeHeadRoute: false,
      // Before the body is read.
      onRequest: async () => {
        throw new Problem('method_not_allowed', { headers: { allow: 'POST' } })
      },
      handler: async () => undefined,
    })
  })
}

function verified(body: unknown, signature: unknown, { provider, now }: WebhookParts): Stripe.Event {
  if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw new Problem('signature_invalid')
  try {
    return Stripe.webhooks.constructEvent(
      body,
      signature,
      provider.webhookSecret,
      TOLERANCE_SECONDS,
      undefined,
      now(),
    )
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new Problem('malformed_json')
    throw Object.assign(new Problem('signature_invalid'), { cause })
  }
}

export interface Fulfilment {
  readonly database: Database
  readonly provider: Pick<Provider, 'read'>
  readonly products: readonly Product[]
  readonly now: () => number
}

/** `foreign`: nobody's customer here, as where other products share the account. */
export type Outcome = 'applied' | 'known' | 'foreign'

/**
 * Applies an event. It is recorded first and marked when its effect is there; what fails in between leaves it
 * unmarked, and the next delivery completes it.
 * @throws Problem `event_refused` where it names one tenant and the customer belongs to another.
 */
export async function fulfil(parts: Fulfilment, news: News): Promise<Outcome> {
  const { database, provider, now } = parts
  const tenant = await tenantOfCustomer(database, news.customerId, news.tenant)
  if (tenant === undefined) return 'foreign'
  if (news.tenant !== undefined && news.tenant !== tenant) throw new Problem('event_refused')
  const reading = await database.inTenant(tenant, scope => record(scope, news, now()))
  if (reading === undefined) return 'known'
  // Nothing to read it from: test billing tells everything in the events of the subscription itself.
  if (!provider.read && !news.carried) return 'known'
  // Read again rather than believed, where that is possible: then the order of events does not matter.
  const state = provider.read ? await provider.read(news.subscriptionId) : news.carried
  const asOf = provider.read ? reading : news.at
  if (state && state.customerId !== news.customerId) throw new Problem('event_refused')
  return database.inTenant(tenant, scope => apply(scope, parts, { news, state, asOf }))
}

/** @returns the number of this reading, `undefined` where the event has had its effect. */
async function record(scope: Scope, { id, type, customerId }: News, now: number) {
  await scope.sql
    .insert(billingEvents)
    .values({ tenant: scope.tenant, id, type, receivedAt: new Date(now) })
    .onConflictDoNothing()
  if (!(await isOpen(scope, id))) return undefined
  return nextReading(scope, customerId)
}

interface Told {
  readonly news: News
  readonly state: Subscribed | undefined
  readonly asOf: number
}

async function apply(scope: Scope, { products, now }: Fulfilment, told: Told): Promise<Outcome> {
  const { news, state, asOf } = told
  const userId = await lockCustomer(scope, news.customerId)
  // The account has gone in between, and the customer with it.
  if (userId === undefined) return 'foreign'
  // Looked at again under the lock: of twenty deliveries at once, one gets here first.
  if (!(await isOpen(scope, news.id))) return 'known'
  const before = await planLevelAt(scope, userId, now())
  if (state) await saveSubscription(scope, userId, state, { asOf, products })
  else await endSubscription(scope, news.subscriptionId, asOf)
  await auditPlanChange(scope, { userId, before, by: 'payment', now: now() })
  await scope.sql
    .update(billingEvents)
    .set({ appliedAt: new Date(now()) })
    .where(ofTenant(scope, billingEvents, eq(billingEvents.id, news.id)))
  return 'applied'
}

async function isOpen(scope: Scope, id: string): Promise<boolean> {
  const open = await scope.sql
    .select({ id: billingEvents.id })
    .from(billingEvents)
    .where(ofTenant(scope, billingEvents, eq(billingEvents.id, id), isNull(billingEvents.appliedAt)))
  return open.length > 0
}

export const WEBHOOK_PATH = '/account/api/v1/billing/webhook'
