// Reads JSON bodies, and only those: forms and plain text are 415.
import type { FastifyInstance } from 'fastify'

export const BODY_LIMIT_BYTES = 64 * 1024

export function takeJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // POST link/{id} and others have none, and clients name the type all the same.
    if (body === '') done(null, undefined)
    else parse(request, String(body), done)
  })
}
