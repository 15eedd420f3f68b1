// The sequences of `api check`, and what it expects of answers.
import { describe, expect, it } from 'vitest'
import { malformedTokens } from '../../../../cli/commands/api/check/calls/malformed-tokens.js'
import { numbered } from '../../../../cli/commands/api/check/result.js'
import { unmet, valueAt } from '../../../../cli/commands/api/check/sequences/expectations.js'
import { filled } from '../../../../cli/commands/api/check/sequences/sequence.js'
import { SEQUENCES } from '../../../../cli/commands/api/check/sequences/sequences.js'
import { CALLS, endpointNamed } from '../../../../src/core/api/endpoints.js'

const STEPS = SEQUENCES.flatMap(({ steps }) => steps)

/** Their ids name people, whom others may see, or something that an administrator decides about. */
const FOR_ALL = /^(user|admin)\.|^share\.by$|^second-factor\.remove-passkey$/

describe('the sequences', () => {
  it('make calls of the contract, with names of their own', () => {
    expect(STEPS.filter(({ call }) => !endpointNamed(call))).toEqual([])
    const names = SEQUENCES.flatMap(({ name, steps }) =>
      steps.map(step => `${step.call} ${name}: ${step.what}`),
    )
    const repeated = names.filter((name, index) => names.indexOf(name) !== index)
    expect(repeated).toEqual([])
  })

  it('try every call that names something of a user also as a stranger', () => {
    const tried = new Set(STEPS.filter(({ owned }) => owned).map(({ call }) => call))
    const naming = CALLS.filter(
      ({ auth, params, name }) => auth === 'bearer' && params && !FOR_ALL.test(name),
    )
    expect(naming.map(({ name }) => name).filter(name => !tried.has(name))).toEqual([])
    expect(tried.size).toBeGreaterThan(12)
  })

  it('read again what they have made, changed and deleted', () => {
    const refused = STEPS.filter(step => step.refused?.includes('not_found'))
    expect(refused.length).toBeGreaterThan(15)
    for (const call of [
      'library.change',
      'group.save',
      'share.set',
      'homework.give',
      'user.follow',
      'user.block',
    ])
      expect(STEPS.map(step => step.call)).toContain(call)
  })
})

describe('a template', () => {
  const kept = new Map<string, unknown>([
    ['song', 'abc'],
    ['seq', 7],
  ])

  it('takes what was kept, at any depth, and numbers as numbers', () => {
    expect(filled({ id: '{song}', base: '{seq}', note: 'of {song}', list: ['{seq}', null] }, kept)).toEqual({
      ...{ id: 'abc', base: 7, note: 'of abc', list: [7, null] },
    })
  })

  it('names what no step has kept', () => {
    expect(() => filled('{gone}', kept)).toThrow('No earlier step has kept "gone".')
  })
})

describe('an expectation', () => {
  const answer = { title: 'Blues', items: [{ id: 'a', by: { name: 'Ann' } }, { id: 'b' }], none: [] }
  const kept = new Map<string, unknown>([['id', 'c']])

  it('is met by what it names', () => {
    const met = [
      { at: 'title', is: 'Blues' },
      { at: 'items', has: { id: 'a', by: { name: 'Ann' } } },
      { at: 'items', lacks: { id: '{id}' } },
      { at: 'none', count: 0 },
      { at: 'items.0.email', missing: true },
    ] as const
    expect(unmet(answer, met, kept)).toEqual([])
  })

  it('says what is not so, and of what was kept only its name', () => {
    const wrong = [
      { at: 'title', is: 'Jazz' },
      { at: 'title', is: '{id}' },
      { at: 'items', has: { id: '{id}' } },
      { at: 'items', lacks: { id: 'b' } },
      { at: 'items', count: 3 },
      { at: 'title', missing: true },
      { at: 'title', has: {} },
    ] as const
    expect(unmet(answer, wrong, kept)).toEqual([
      '“title” is "Blues" instead of "Jazz"',
      '“title” is not "{id}"',
      '“items” lacks {"id":"{id}"}',
      '“items” still has {"id":"b"}',
      '“items” has 2 items instead of 3',
      '“title” should not be there',
      '“title” is not a list',
    ])
  })

  it('finds items of a list by their place and by a field', () => {
    expect(valueAt(answer, 'items.1.id')).toBe('b')
    expect(valueAt(answer, 'items.id=a.by.name')).toBe('Ann')
    expect(valueAt(answer, 'items.id=z.by')).toBeUndefined()
    expect(valueAt(answer, 'constructor')).toBeUndefined()
    expect(valueAt(answer, '')).toBe(answer)
  })
})

describe('malformed tokens', () => {
  it('differ from the token that they are made of', () => {
    const jwt = `${btoa('{"alg":"ES256"}')}.${btoa('{"sub":"1"}')}.c2ln`
    const made = malformedTokens(jwt).map(([, { jwt: token, authorization }]) => token ?? authorization)
    expect(new Set(made).size).toBe(made.length)
    expect(made).not.toContain(jwt)
  })
})

describe('results of the same name', () => {
  it('are numbered, so that each can be found again', () => {
    const result = { endpoint: 'a.b', what: 'from a user', outcome: 'ok', problems: [] } as const
    const other = { ...result, endpoint: 'a.c' }
    expect(numbered([result, other, result, result]).map(({ what }) => what)).toEqual([
      ...['from a user', 'from a user', 'from a user (2)', 'from a user (3)'],
    ])
  })
})
