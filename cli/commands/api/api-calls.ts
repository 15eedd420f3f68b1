import * as z from 'zod/mini'
import { type Endpoint, endpointErrors, pathOf } from '../../../src/core/contract/endpoint.js'
import { ENDPOINTS, endpointAt, endpointNamed } from '../../../src/core/contract/endpoints.js'
import { problemDocument } from '../../../src/core/contract/problem.js'
import type { Kernel } from '../../../src/core/kernel/tokens.js'
import { messageOf } from '../../../src/core/platform/fretwork-error.js'
import { parsedJson } from '../../../src/core/platform/json.js'
import { EXIT, notFound, wrongUsage } from '../../errors.js'
import { readInput } from '../../io/files.js'
import { printJson, printLine } from '../../io/print.js'
import { type ServerOptions, serverOf } from '../../platform/environments.js'
import { answered, requireSession, withSession } from './api.js'
import { deviationsOf } from './check/deviations.js'
import { type Answer, asCurl, cookieIn, type Request, sendRequest } from './check/wire.js'

interface CallOptions extends ServerOptions {
  readonly param?: readonly string[]
  readonly query?: readonly string[]
  readonly data?: string
  readonly curl?: boolean
}

export function list(name: string | undefined, { json }: { json?: boolean }): void {
  if (name !== undefined) printJson(describe(named(name)))
  else if (json) printJson(ENDPOINTS.map(describe))
  else {
    const wide = Math.max(...ENDPOINTS.map(each => each.name.length))
    for (const { name: called, method, path, summary, auth } of ENDPOINTS) {
      const who = auth === 'bearer' ? 'session' : '       '
      printLine(`${called.padEnd(wide)}  ${method.padEnd(6)}  ${who}  ${path}`)
      printLine(`${' '.repeat(wide + 2)}${summary}`)
    }
  }
}

export async function call(name: string, options: CallOptions): Promise<number> {
  const endpoint = named(name)
  const query = new URLSearchParams(pairs(options.query, '--query')).toString()
  let path: string
  try {
    path = pathOf(endpoint, Object.fromEntries(pairs(options.param, '--param')))
  } catch (cause) {
    const message = `${messageOf(cause).replace('pass it in params', 'give it with --param')}`
    throw wrongUsage('parameter_missing', message, cause)
  }
  return make(endpoint, endpoint.method, query ? `${path}?${query}` : path, options)
}

export async function raw(method: string, path: string, options: CallOptions): Promise<number> {
  if (!path.startsWith('/'))
    throw wrongUsage('path_invalid', `Invalid path "${path}": it must start with a slash.`)
  return make(endpointAt(method, path.split('?')[0] ?? path), method, path, options)
}

async function make(endpoint: Endpoint | undefined, method: string, path: string, options: CallOptions) {
  const server = serverOf(options)
  const needsSession = endpoint?.auth === 'bearer'
  return withSession(options, async kernel => {
    if (needsSession && !options.curl) requireSession(kernel, options)
    const known = kernel.auth.currentJwt() ?? (options.curl && needsSession ? '' : undefined)
    const request: Request = {
      ...{ method, path, jwt: endpoint?.auth === 'none' ? undefined : known },
      tenant: endpoint?.tenant === 'none' ? undefined : server.tenant,
      body: options.data === undefined ? undefined : await bodyOf(options.data),
    }
    if (!options.curl) return tell(endpoint, await sendWithSession(kernel, options, request), options)
    printLine(asCurl(server.baseUrl, request))
    return EXIT.ok
  })
}

async function sendWithSession(kernel: Kernel, options: ServerOptions, request: Request): Promise<Answer> {
  const { baseUrl, tenant } = serverOf(options)
  const { cookies } = kernel.platform
  // Store the cookie, as a browser would. In the registering browser, `auth.verify` needs no password.
  const name = `${tenant}Registration`
  const answer = await sendRequest(baseUrl, { ...request, cookie: cookies.get(name) })
  const cookie = cookieIn(answer)
  if (cookie?.startsWith(`${name}=`)) cookies.set(name, cookie, { days: 1 })
  const { jwt } = request
  if (answer.status !== 401 || jwt === undefined) return answer
  if (!(await answered(options, kernel.auth.renewAfterRefusal(jwt)))) return answer
  return sendRequest(baseUrl, { ...request, jwt: kernel.auth.currentJwt() ?? jwt })
}

function tell(endpoint: Endpoint | undefined, answer: Answer, { json }: CallOptions): number {
  const { status, text } = answer
  const deviations = endpoint ? deviationsOf(endpoint, answer) : []
  const body = parsedJson(text)
  if (json) printJson({ status, body: body ?? (text === '' ? null : text), deviations })
  else if (body !== undefined) process.stdout.write(`${JSON.stringify(body, null, 2)}\n`)
  else if (text !== '') process.stdout.write(`${text}\n`)
  for (const sentence of deviations) process.stderr.write(`${sentence}.\n`)
  if (status >= 400) {
    const problem = problemDocument.safeParse(body)
    const detail = problem.success ? `: ${problem.data.detail ?? problem.data.title}` : '.'
    process.stderr.write(`The server responded with ${status}${detail}\n`)
  }
  if (deviations.length > 0) return EXIT.mismatch
  return status >= 400 ? EXIT.network : EXIT.ok
}

function named(name: string): Endpoint {
  const endpoint = endpointNamed(name)
  if (endpoint) return endpoint
  throw notFound('call_unknown', `Unknown API call "${name}". Run "fretwork api list" to list all calls.`)
}

function describe(endpoint: Endpoint) {
  const { name, method, path, summary, auth, tenant = 'header', status, media } = endpoint
  const { params, query, body, answer } = endpoint
  const inputOf = (schema: Endpoint['body']) =>
    schema && z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return {
    ...{ name, method, path, summary, auth, tenant, status, media },
    ...{ params: inputOf(params), query: inputOf(query), body: inputOf(body) },
    answer: answer && z.toJSONSchema(answer, { unrepresentable: 'any' }),
    errors: endpointErrors(endpoint),
  }
}

function pairs(words: readonly string[] = [], flag: string): [string, string][] {
  return words.map(word => {
    const at = word.indexOf('=')
    if (at > 0) return [word.slice(0, at), word.slice(at + 1)]
    throw wrongUsage('pair_invalid', `Invalid ${flag} "${word}": use name=value.`)
  })
}

/** Reads the request body. It is not validated, so that invalid JSON can be sent on purpose. */
async function bodyOf(data: string): Promise<string> {
  if (data !== '-' && !data.startsWith('@')) return data
  return new TextDecoder().decode(await readInput(data.replace(/^@/, '')))
}
