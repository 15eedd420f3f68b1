// The payment provider's way in: signed events, no tenant header, no session.
import type { FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import { Problem } from '../http/problem.js'
import { type Fulfilment, fulfil } from './fulfil.js'
import type { Provider } from './provider.js'
import { newsOf } from './stripe-objects.js'
import { WEBHOOK_PATH } from './webhook-path.js'

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
      const news = newsOf(event)
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
