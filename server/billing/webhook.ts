// Webhook for signed payment events. Each event is applied exactly once, regardless of the order of arrival.

import { eq, isNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import { addRows, changeRows, findRows } from '../database/queries.js'
import { billingEvents } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { Problem } from '../http/problem.js'
import { auditPlanChange, planLevelAt } from '../users/features.js'
import { lockCustomer, nextReading, tenantOfCustomer } from './customers.js'
import type { BillingParts, Provider, ProviderSubscription, SubscriptionEvent } from './provider.js'
import { eventOf, type ReceivedEvent } from './stripe-objects.js'
import { endSubscription, saveSubscription } from './subscriptions.js'

/** Maximum event size, bytes. Events can contain many items and exceed the usual body limit. */
const EVENT_LIMIT_BYTES = 512 * 1024
/** Maximum signature age, s. Prevents replay attacks. */
const TOLERANCE_SECONDS = 300

export interface WebhookParts extends EventParts {
  readonly provider: Pick<Provider, 'read' | 'webhookSecret'>
}

export async function addWebhook(app: FastifyInstance, parts: WebhookParts): Promise<void> {
  await app.register(async own => {
    // Keep the raw bytes, because the signature covers them.
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    own.post(WEBHOOK_PATH, { bodyLimit: EVENT_LIMIT_BYTES }, async (request, reply) => {
      const received = verified(request.body, request.headers['stripe-signature'], parts)
      const outcome = received.change ? await applyEvent(parts, received.change) : 'unused'
      request.log.info({ event: received.id, type: received.type, outcome }, 'Received a billing event.')
      // Acknowledge unused event types too. Otherwise Stripe redelivers them for days.
      return reply.header('cache-control', 'no-store').send({ received: true })
    })
    own.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE'],
      url: WEBHOOK_PATH,
      exposeHeadRoute: false,
      // Reject before reading the body.
      onRequest: async () => {
        throw new Problem('method_not_allowed', { headers: { allow: 'POST' } })
      },
      handler: async () => undefined,
    })
  })
}

/**
 * Verifies the signature and parses the event.
 * @throws Problem `signature_invalid`, `malformed_json`, `event_invalid`
 */
function verified(body: unknown, signature: unknown, { provider, now }: WebhookParts): ReceivedEvent {
  if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw new Problem('signature_invalid')
  try {
    // `constructEvent` throws a different error if the signed body isn’t an object.
    const { signature: verifier } = Stripe.webhooks
    if (!verifier) throw new Error('This version of the stripe package cannot verify a signature.')
    verifier.verifyHeader(body, signature, provider.webhookSecret, TOLERANCE_SECONDS, undefined, now())
  } catch (cause) {
    throw Object.assign(new Problem('signature_invalid'), { cause })
  }
  const event = eventOf(parsed(body))
  if (!event) throw new Problem('event_invalid')
  return event
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch (cause) {
    throw Object.assign(new Problem('malformed_json'), { cause })
  }
}

export interface EventParts extends BillingParts {
  readonly provider: Pick<Provider, 'read'>
}

/**
 * Result of an event. `foreign` means that the customer is unknown and may belong to another product in the
 * Stripe account.
 */
export type Outcome = 'applied' | 'known' | 'foreign'

/**
 * Stores the event first and marks it as done once it is applied, so that a redelivery can finish the work.
 * @throws Problem `event_refused` if the event belongs to another tenant
 */
export async function applyEvent(parts: EventParts, event: SubscriptionEvent): Promise<Outcome> {
  const { database, provider, now } = parts
  const tenant = await tenantOfCustomer(database, event.customerId, event.tenant)
  if (tenant === undefined) return 'foreign'
  if (event.tenant !== undefined && event.tenant !== tenant) throw new Problem('event_refused')
  const reading = await database.inTenant(tenant, scope => record(scope, event, now()))
  if (reading === undefined) return 'known'
  // Test billing can't read subscriptions, and its subscription events are complete.
  if (!provider.read && !event.subscription) return 'known'
  // Prefer the provider's current state over the event's, so that the order of events doesn't matter.
  const state = provider.read ? await provider.read(event.subscriptionId) : event.subscription
  const asOf = provider.read ? reading : event.at
  if (state && state.customerId !== event.customerId) throw new Problem('event_refused')
  return database.inTenant(tenant, scope => apply(scope, parts, { event, state, asOf }))
}

async function record(scope: Scope, { id, type, customerId }: SubscriptionEvent, now: number) {
  await addRows(scope, billingEvents, { id, type, receivedAt: new Date(now) }).onConflictDoNothing()
  if (!(await isOpen(scope, id))) return undefined
  return nextReading(scope, customerId)
}

interface ReadEvent {
  readonly event: SubscriptionEvent
  readonly state: ProviderSubscription | undefined
  readonly asOf: number
}

async function apply(scope: Scope, { products, now }: EventParts, read: ReadEvent): Promise<Outcome> {
  const { event, state, asOf } = read
  const userId = await lockCustomer(scope, event.customerId)
  // The account was deleted in the meantime, along with its customer.
  if (userId === undefined) return 'foreign'
  // Check again under the lock, so that only one of several parallel deliveries applies the event.
  if (!(await isOpen(scope, event.id))) return 'known'
  const before = await planLevelAt(scope, userId, now())
  if (state) await saveSubscription(scope, userId, state, { asOf, products })
  else await endSubscription(scope, event.subscriptionId, asOf)
  await auditPlanChange(scope, { userId, before, by: 'payment', now: now() })
  await changeRows(scope, billingEvents, { appliedAt: new Date(now()) }, eq(billingEvents.id, event.id))
  return 'applied'
}

async function isOpen(scope: Scope, id: string): Promise<boolean> {
  const open = await findRows(scope, billingEvents, eq(billingEvents.id, id), isNull(billingEvents.appliedAt))
  return open.length > 0
}

export const WEBHOOK_PATH = '/account/api/v1/billing/webhook'
