import { expect, it } from 'vitest'
import { disposable } from '../../../src/core/platform/store.js'

it('does not undo a second time when the undoing itself disposes or throws', () => {
  let undone = 0
  const registration = disposable(() => {
    undone++
    registration.dispose()
    throw new Error('half way')
  })
  expect(() => registration.dispose()).toThrow('half way')
  registration.dispose()
  expect(undone).toBe(1)
})
