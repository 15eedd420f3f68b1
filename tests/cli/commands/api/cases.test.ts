// The requests that `api check` makes from the schemas of the contract.
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { inputCases } from '../../../../cli/commands/api/check/cases/endpoint-cases.js'
import { exampleOf } from '../../../../cli/commands/api/check/cases/example.js'
import { textOf } from '../../../../cli/commands/api/check/cases/pattern-text.js'
import { randomOf } from '../../../../cli/commands/api/check/cases/random.js'
import { nodeOf } from '../../../../cli/commands/api/check/cases/schema-node.js'
import { defineEndpoint } from '../../../../src/core/api/endpoint.js'
import { CALLS } from '../../../../src/core/api/endpoints.js'
import { emailAddress, text } from '../../../../src/core/api/fields.js'

const ALL = { seed: 1, cases: 1000, mostValid: 1000 }

const band = defineEndpoint({
  name: 'band.save',
  route: 'PUT /bands/{id}',
  summary: 'Save a band',
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({ page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(9))) }),
  body: z.strictObject({
    name: text(2, 5),
    style: z.enum(['rock', 'jazz']),
    members: z.array(z.int().check(z.minimum(1), z.maximum(12))).check(z.minLength(1), z.maxLength(3)),
    note: z.optional(z.string()),
  }),
})

const bodiesNamed = (what: string) =>
  inputCases(band, {}, ALL)
    .filter(each => each.what === what)
    .map(({ body, isValid }) => ({ body: body as { name: string; members: number[] }, isValid }))

describe('numbers of a seed', () => {
  it('are the same again, and others for another seed or name', () => {
    const first = (seed: number, name: string) => Array.from({ length: 5 }, randomOf(seed, name).next)
    expect(first(7, 'a')).toEqual(first(7, 'a'))
    expect(first(7, 'a')).not.toEqual(first(8, 'a'))
    expect(first(7, 'a')).not.toEqual(first(7, 'b'))
  })

  it('keep all of a list that is shuffled', () => {
    const list = Array.from({ length: 20 }, (_, i) => i)
    const shuffled = randomOf(1, 'list').shuffled(list)
    expect(shuffled).not.toEqual(list)
    expect([...shuffled].sort((a, b) => a - b)).toEqual(list)
  })
})

describe('a text for an expression', () => {
  const random = randomOf(1, 'text')

  it('is as short or as long as the expression allows', () => {
    expect(textOf('^[a-z0-9_]{3,30}$', random, 'shortest')).toMatch(/^[a-z0-9_]{3}$/)
    expect(textOf('^[a-z0-9_]{3,30}$', random, 'longest')).toMatch(/^[a-z0-9_]{30}$/)
    expect(textOf('^[a-z]{2}(-[A-Z]{2})?$', random, 'shortest')).toMatch(/^[a-z]{2}$/)
    expect(textOf('^[a-z]{2}(-[A-Z]{2})?$', random, 'longest')).toMatch(/^[a-z]{2}-[A-Z]{2}$/)
    expect(textOf('^(?:ab|cd)+\\.\\d{2}$', random, 'shortest')).toMatch(/^(ab|cd)\.\d\d$/)
  })

  it('is none where the expression says more than is understood', () => {
    expect(textOf('^(?=b)a$', random)).toBeUndefined()
  })
})

describe('an example', () => {
  it('fits the schema of every call, apart from rules that JSON Schema cannot say', () => {
    const misfits = CALLS.flatMap(endpoint =>
      (['params', 'query', 'body'] as const).flatMap(part => {
        const schema = endpoint[part]
        if (!schema) return []
        const random = randomOf(1, endpoint.name)
        const node = nodeOf(schema, 'input')
        const examples = Array.from({ length: 20 }, () => exampleOf(node, random))
        return examples.some(example => !schema.safeParse(example).success)
          ? [`${endpoint.name} ${part}`]
          : []
      }),
    )
    expect(misfits).toEqual([])
  })

  it('has email addresses that reach no one', () => {
    const node = nodeOf(emailAddress, 'input')
    expect(exampleOf(node, randomOf(1, 'email'))).toMatch(/@check\.invalid$/)
  })
})

describe('the cases of a schema', () => {
  it('take a text to its limits and over them', () => {
    const lengths = (what: string) =>
      bodiesNamed(what).map(({ body, isValid }) => [body.name.length, isValid])
    expect(lengths('body.name as short as it may be')).toEqual([[2, true]])
    expect(lengths('body.name shorter than it may be')).toEqual([[1, false]])
    expect(lengths('body.name as long as it may be')).toEqual([[5, true]])
    expect(lengths('body.name longer than it may be')).toEqual([[6, false]])
  })

  it('take numbers and lists to their limits and over them', () => {
    const members = (what: string) =>
      bodiesNamed(what).map(({ body, isValid }) => [body.members.length, body.members[0], isValid])
    expect(members('body.members[0] is its minimum')[0]).toEqual([expect.any(Number), 1, true])
    expect(members('body.members[0] is less than its minimum')[0]).toEqual([expect.any(Number), 0, false])
    expect(members('body.members[0] is more than its maximum')[0]).toEqual([expect.any(Number), 13, false])
    expect(members('body.members has too many items')).toEqual([[4, expect.any(Number), false]])
    expect(members('body.members is empty')).toEqual([[0, undefined, false]])
  })

  it('leave out fields, add one, and take wrong types, null and odd characters', () => {
    const validity = Object.fromEntries(inputCases(band, {}, ALL).map(({ what, isValid }) => [what, isValid]))
    expect(validity).toMatchObject({
      'a valid example': true,
      'body without name': false,
      'body without note': true,
      'body with a field that it does not know': false,
      'body.name is null': false,
      'body.name is a number': false,
      'body.name is a zero character': false,
      'body.name is half a character': false,
      'body.name is an emoji': true,
      'body.style is none of its values': false,
      'body.style is "jazz"': true,
      'query.page is more than its maximum': false,
      'params.id isn’t a valid uuid': false,
    })
  })

  it('are the same for the same seed, and another choice for another one', () => {
    const named = (seed: number) => inputCases(band, {}, { ...ALL, seed, cases: 12 }).map(({ what }) => what)
    expect(named(3)).toHaveLength(12)
    expect(named(3)).toEqual(named(3))
    expect(named(3)).not.toEqual(named(4))
  })

  it('are all invalid where none may be valid', () => {
    const cases = inputCases(band, {}, { ...ALL, mostValid: 0 })
    expect(cases.length).toBeGreaterThan(50)
    expect(cases.filter(({ isValid }) => isValid)).toEqual([])
  })

  it('are requests that differ, for every call of the contract', () => {
    for (const endpoint of CALLS) {
      const names = inputCases(endpoint, {}, { ...ALL, cases: 100_000, mostValid: 100_000 }).map(
        ({ what, path, body }) => `${what} ${path} ${JSON.stringify(body)}`,
      )
      expect(new Set(names).size, endpoint.name).toBe(names.length)
    }
  })
})
