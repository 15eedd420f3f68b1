// The server of a test with one fault at a time, and the emails of a demo, so that the command line can make accounts.

import { validatorCompiler } from 'fastify-type-provider-zod'
import pg from 'pg'
import { AccessTokens } from '../../../../server/auth/access-tokens.js'
import type { Database } from '../../../../server/database/connection.js'
import { mailBox } from '../mail-box.js'
import { testApp } from '../test-app.js'
import type { ChangedAnswer, Fault, Fields } from './fault.js'

export async function faultyApp(database: Database) {
  let fault: Fault | undefined
  const restore = [changeStatements(() => fault), changeTokens(() => fault)]
  const server = await testApp(database, { env: { FRETWORK_LOGINS_PER_MINUTE: '5000,5000' } })
  changeInput(server.app, () => fault)
  changeAnswers(server.app, () => fault)
  showEmails(server.app, mailBox(database, server.clock))
  const baseUrl = await server.app.listen({ port: 0, host: '127.0.0.1' })
  return {
    ...{ server, baseUrl },
    /** @param next the only fault from now on; none without it */
    switchTo(next?: Fault) {
      fault = next
      // Limits by the minute begin again.
      server.clock.now += 120_000
    },
    async end() {
      await server.end()
      for (const undo of restore) undo()
    },
  }
}

type Current = () => Fault | undefined
type App = Awaited<ReturnType<typeof testApp>>['app']

/** The driver’s own function: what is rewritten is what PostgreSQL gets. */
function changeStatements(current: Current): () => void {
  const { query } = pg.Client.prototype
  const send = query as (this: pg.Client, ...given: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, statement: unknown, ...rest: unknown[]) {
    return send.call(this, rewritten(statement, current()), ...rest)
  } as typeof query
  return () => {
    pg.Client.prototype.query = query
  }
}

function rewritten(statement: unknown, fault: Fault | undefined): unknown {
  if (fault?.kind !== 'sql' || typeof statement !== 'object' || statement === null) return statement
  const { text } = statement as { readonly text?: unknown }
  if (typeof text !== 'string' || !new RegExp(fault.of, 's').test(text)) return statement
  // Without a name: under it, the connection keeps the right statement.
  return { ...statement, text: fault.change(text), name: undefined }
}

function changeTokens(current: Current): () => void {
  const { verify } = AccessTokens.prototype
  AccessTokens.prototype.verify = async function (token, tenant) {
    const fault = current()
    if (fault?.kind !== 'token') return verify.call(this, token, tenant)
    const claims = claimsOf(token)
    if (fault.ignores === 'tenant') return verify.call(this, token, String(claims.tenant ?? tenant))
    if (typeof claims.sub !== 'string' || claims.tenant !== tenant) return verify.call(this, token, tenant)
    return { userId: claims.sub, sessionId: String(claims.sid), expires: Number(claims.exp) }
  }
  return () => {
    AccessTokens.prototype.verify = verify
  }
}

function claimsOf(token: string): Fields {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  } catch {
    // Not a token at all: the real check says so.
    return {}
  }
}

/** Before the server listens, Fastify takes another compiler for its routes. */
function changeInput(app: App, current: Current): void {
  app.setValidatorCompiler(definition => {
    const validate = validatorCompiler(definition as never)
    const route = `${definition.method} ${definition.url}`
    return (data: unknown) => {
      const fault = current()
      const isHere = fault?.kind === 'input' && fault.route === route && definition.httpPart === 'body'
      const passed = isHere && typeof data === 'object' && data !== null ? fault.pass({ ...data }) : undefined
      if (!passed) return validate(data)
      const result = validate(passed.valid) as object
      return 'error' in result || passed.handed === undefined ? result : { value: passed.handed }
    }
  })
}

function changeAnswers(app: App, current: Current): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const fault = current()
    if (fault?.kind !== 'answer') return payload
    const route = `${request.method} ${request.routeOptions.url}`
    if (fault.route !== 'every route' && fault.route !== route) return payload
    const text = typeof payload === 'string' ? payload : ''
    const answer: ChangedAnswer = { status: reply.statusCode, text, headers: {} }
    fault.change(answer)
    reply.code(answer.status)
    for (const [name, value] of Object.entries(answer.headers)) {
      if (value === undefined) reply.removeHeader(name)
      else reply.header(name, value)
    }
    if (answer.text === text) return payload
    reply.removeHeader('content-length')
    return answer.text
  })
}

/** As at `/dev/mail` of a demo: a list of links, newest first, each followed by its recipient. */
function showEmails(app: App, box: ReturnType<typeof mailBox>): void {
  const received: { readonly to: string; readonly token: unknown }[] = []
  app.get('/dev/mail', async (_request, reply) => {
    for (const { to, values } of await box.collect()) received.push({ to, token: values.token })
    const rows = received.map(({ to }, index) => `<a href="/dev/mail/${index}">email</a> ${to}`).reverse()
    return reply.type('text/html').send(rows.join('\n'))
  })
  app.get<{ Params: { place: string } }>('/dev/mail/:place', async (request, reply) =>
    reply.type('text/html').send(`#token=${received[Number(request.params.place)]?.token}`),
  )
}
