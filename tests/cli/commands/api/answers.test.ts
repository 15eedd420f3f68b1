// What `api check` says of headers, and which branches of the schemas it has seen.
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { headerDeviations } from '../../../../cli/commands/api/check/answers/security-headers.js'
import { nodeOf } from '../../../../cli/commands/api/check/cases/schema-node.js'
import { BranchCoverage, branchesOf } from '../../../../cli/commands/api/check/reached/branches.js'
import { endpointNamed } from '../../../../src/core/api/endpoints.js'

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
  'permissions-policy': 'midi=(self), camera=(), geolocation=(), microphone=(), payment=(self)',
  'x-request-id': '1',
}

describe('the headers of an answer', () => {
  it('are as the server sets them', () => {
    expect(headerDeviations({ status: 200, headers: GOOD })).toEqual([])
  })

  it.each(Object.keys(GOOD))('are missed: %s', name => {
    const { [name as keyof typeof GOOD]: _gone, ...headers } = GOOD
    expect(headerDeviations({ status: 200, headers })).toEqual([`has no ${name}`])
  })

  it('are named where they are weaker, or say too much', () => {
    const headers = { ...GOOD, 'x-frame-options': 'SAMEORIGIN', 'x-powered-by': 'Express' }
    expect(headerDeviations({ status: 200, headers })).toEqual([
      ...['has x-frame-options “SAMEORIGIN” instead of “DENY”', 'has x-powered-by'],
    ])
  })

  it('depend on the status', () => {
    expect(headerDeviations({ status: 401, headers: GOOD })).toEqual(['has no www-authenticate'])
    expect(headerDeviations({ status: 429, headers: GOOD })).toEqual(['has no retry-after'])
  })
})

describe('the branches of a schema', () => {
  it('are optional fields, alternatives, values, lists and records', () => {
    const schema = z.object({
      name: z.optional(z.string()),
      level: z.enum(['free', 'Pro']),
      items: z.array(z.object({ at: z.optional(z.number()) })),
      left: z.nullable(z.number()),
      rows: z.record(z.string(), z.string()),
      methods: z.array(z.string()).check(z.minLength(1)),
    })
    expect(branchesOf(nodeOf(schema, 'output'), 'answer')).toEqual([
      ...['answer.name present', 'answer.name absent', 'answer.level is "free"', 'answer.level is "Pro"'],
      ...[
        'answer.items empty',
        'answer.items filled',
        'answer.items[].at present',
        'answer.items[].at absent',
      ],
      ...['answer.left is alternative 1', 'answer.left is alternative 2 (null)'],
      ...['answer.rows empty', 'answer.rows filled', 'answer.methods filled'],
    ])
  })

  it('are reached by valid requests that succeed, and by their answers', () => {
    const endpoint = endpointNamed('user.links')
    if (!endpoint) throw new Error('The contract has no user.links.')
    const coverage = new BranchCoverage()
    const see = (query: string, status: number, body: unknown) =>
      coverage.saw(
        endpoint,
        { method: 'GET', path: `${endpoint.path}?${query}` },
        { status, headers: {}, text: JSON.stringify(body) },
      )
    see('kind=following', 200, { items: [], total: 0 })
    see('kind=blocked&page=1', 400, {})
    const { reached, unreached } = coverage.of('user.links')
    expect(reached).toEqual(['query.kind is "following"', 'query.page absent', 'answer.items empty'])
    expect(unreached).toContain('query.page present')
    expect(unreached).toContain('query.kind is "blocked"')
    expect(unreached).toContain('answer.items[].avatar present')
  })
})
