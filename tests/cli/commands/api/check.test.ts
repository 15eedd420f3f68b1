import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { GOOD_CALLS, newMemory } from '../../../../cli/commands/api/check/good-calls.js'
import { invalidInputs } from '../../../../cli/commands/api/check/invalid-inputs.js'
import { handleOf, type Person } from '../../../../cli/commands/api/check/people.js'
import { malformedTokens } from '../../../../cli/commands/api/check/refusals.js'
import { headerDeviations } from '../../../../cli/commands/api/check/run.js'
import { defineEndpoint, text } from '../../../../src/core/contract/endpoint.js'
import { CALLS } from '../../../../src/core/contract/endpoints.js'
import { fretwork } from '../../run-program.js'

describe('generated valid calls', () => {
  it('the check has a valid call for every contract endpoint and no extra calls', () => {
    expect(new Set(GOOD_CALLS.map(({ name }) => name))).toEqual(new Set(CALLS.map(({ name }) => name)))
  })

  it('the check repeats every call for a user’s resource as another user', () => {
    /** Calls whose IDs refer to users, or to resources managed by an administrator. */
    const forAll = /^(user|admin)\.|^share\.by$|^second-factor\.remove-passkey$/
    const naming = CALLS.filter(({ auth, params, name }) => auth === 'bearer' && params && !forAll.test(name))
    const owned = new Set(GOOD_CALLS.filter(call => call.owned).map(({ name }) => name))
    expect(naming.map(({ name }) => name).filter(name => !owned.has(name))).toEqual([])
  })
})

it('the check’s private texts are unique, so that a leaked text is detected', () => {
  const people = [1, 2].map(number => ({
    id: `${number}`,
    email: `${number}@x.test`,
    password: '',
    jwt: '',
    refreshToken: '',
  }))
  const [first, second] = people as [Person, Person]
  const memory = newMemory(first, second)
  const sent = (name: string) =>
    GOOD_CALLS.filter(call => call.name === name && !call.refused).map(call =>
      JSON.stringify(call.body?.(memory)),
    )
  for (const name of ['library.change', 'homework.give', 'homework.comment', 'homework.change', 'group.save'])
    expect([name, sent(name).every(body => body.includes(memory.kept.text))]).toEqual([name, true])
  expect(sent('user.save-profile')[0]).toContain(`"bio":"${handleOf(first)}"`)
})

describe('generated invalid inputs', () => {
  const id = '5a3e8b6c-93f9-4a36-8f5e-0123456789ab'

  it.each([
    [
      'a text',
      z.strictObject({ name: text(2, 5) }),
      { name: 'Trio' },
      [
        ['body is null', null],
        ['body is of another type', 'text'],
        ['body without name', {}],
        ['body.name is null', { name: null }],
        ['body.name is of another type', { name: 7 }],
        ['body.name is empty', { name: '' }],
        ['body.name has a zero character', { name: 'a\0a' }],
        ['body.name is too long', { name: 'aaaaaa' }],
      ],
    ],
    [
      'a list',
      z.strictObject({ at: z.array(z.int().check(z.minimum(1), z.maximum(9))).check(z.maxLength(2)) }),
      { at: [1] },
      [
        ['body is null', null],
        ['body is of another type', 'text'],
        ['body without at', {}],
        ['body.at is null', { at: null }],
        ['body.at is of another type', { at: 'text' }],
        ['body.at has too many items', { at: [null, null, null] }],
        ['body.at[0] is null', { at: [null] }],
        ['body.at[0] is of another type', { at: ['text'] }],
        ['body.at[0] is below its minimum', { at: [0] }],
        ['body.at[0] is above its maximum', { at: [10] }],
      ],
    ],
  ])(
    'the check’s invalid inputs for %s have wrong types and exceed the limits',
    (_, schema, body, expected) => {
      const endpoint = defineEndpoint('a.b', 'PUT /a', { summary: '', body: schema as never })
      const made = invalidInputs(endpoint, { body })
      expect(made.map(each => [each.what, JSON.parse(JSON.stringify(each.body))])).toEqual(expected)
    },
  )

  it('the check’s invalid inputs cover path and query parameters, including empty ones', () => {
    const endpoint = defineEndpoint('a.b', 'GET /a/{id}', {
      ...{ summary: '', params: z.strictObject({ id: z.uuid() }) },
      query: z.strictObject({ page: z.optional(z.coerce.number().check(z.maximum(9))) }),
    })
    const made = invalidInputs(endpoint, { params: { id }, query: { page: 1 } })
    expect(made.map(({ what, path }) => [what, path])).toEqual([
      ['params.id is null', '/a/null?page=1'],
      ['params.id is of another type', '/a/7?page=1'],
      ['params.id has a zero character', '/a/a%00a?page=1'],
      ['query.page is null', `/a/${id}?page=null`],
      ['query.page is of another type', `/a/${id}?page=text`],
      ['query.page is above its maximum', `/a/${id}?page=10`],
    ])
  })

  it('the check has at most twelve invalid inputs per contract call', () => {
    for (const endpoint of CALLS) {
      const call = GOOD_CALLS.find(({ name }) => name === endpoint.name)
      const person = { email: 'a@b.c', password: 'p', jwt: '', refreshToken: 'r', id }
      const kept = new Proxy({}, { get: () => id }) as never
      const memory = { first: person, second: person, kept }
      const input = {
        params: call?.params?.(memory),
        query: call?.query?.(memory),
        body: call?.body?.(memory),
      }
      expect(invalidInputs(endpoint, input).length, endpoint.name).toBeLessThanOrEqual(12)
    }
  })
})

it('the check’s malformed tokens differ from the original token', () => {
  const jwt = `${btoa('{"alg":"ES256"}')}.${btoa('{"sub":"1"}')}.c2ln`
  const made = malformedTokens(jwt).map(([, { jwt: token, authorization }]) => token ?? authorization)
  expect(new Set(made).size).toBe(made.length)
  expect(made).not.toContain(jwt)
})

describe('response header check', () => {
  const GOOD = {
    'content-security-policy':
      "default-src 'self';script-src 'self';object-src 'none';base-uri 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    'permissions-policy': 'midi=(self), camera=(), geolocation=(), microphone=(self), payment=(self)',
    'x-request-id': '1',
  }

  it.each<[string, number, object, string[]]>([
    ['of the server have no deviations', 200, {}, []],
    ...Object.keys(GOOD).map((name): [string, number, object, string[]] => [
      ...([`without ${name} are reported`, 200, { [name]: undefined }] as const),
      [`has no ${name}`],
    ]),
    [
      'with a weaker value are reported',
      200,
      { 'x-frame-options': 'SAMEORIGIN' },
      ['has x-frame-options “SAMEORIGIN” instead of “DENY”'],
    ],
    ['that reveal too much are reported', 200, { 'x-powered-by': 'Express' }, ['has x-powered-by']],
    ['need www-authenticate with 401', 401, {}, ['has no www-authenticate']],
    ['need retry-after with 429', 429, {}, ['has no retry-after']],
  ])('response headers %s', (_, status, change, expected) => {
    expect(headerDeviations({ status, headers: { ...GOOD, ...change } })).toEqual(expected)
  })
})

it('api check rejects its own tenant as the other tenant', async () => {
  const { code, err } = await fretwork('api', 'check', '--tenant', 'here', '--other-tenant', 'here')
  expect([code, err]).toEqual([2, expect.stringContaining('Pass a different one with --other-tenant.')])
})

it.each([
  ['shar', 'Did you mean "share" or "shared"?'],
  ['tunes', 'not "tunes". "fretwork api list" lists them.'],
])('api check --only %s is rejected with the closest group names', async (name, hint) => {
  const words = ['--base-url', 'http://127.0.0.1:1', '--only', name]
  const { code, err } = await fretwork('api', 'check', ...words)
  expect([code, err]).toEqual([2, expect.stringContaining(hint)])
})
