import { expect, it } from 'vitest'
import { SERIALIZERS } from '../../../server/operations/log.js'

it('an error and its causes are logged with the same fields, and cyclic causes are cut off', () => {
  const cause = Object.assign(new Error('inside'), {
    code: '23505',
    detail: 'Key (email)=(ada@example.org)',
  })
  const loop = new Error('outside', { cause })
  cause.cause = loop
  const text = JSON.stringify(SERIALIZERS.err(loop))
  expect(text).toContain('outside')
  expect(text).toContain('23505')
  expect(text).not.toContain('ada@example.org')
})

it('a thrown value that is not an Error is not logged', () => {
  expect(JSON.stringify(SERIALIZERS.err({ password: 'hunter2' }))).not.toContain('hunter2')
})
