import { expect, it } from 'vitest'
import { SHARED } from '../../scripts/lib/plugin/plugin-preset.mjs'
import { sharedNames } from '../../scripts/lib/plugin/shared-modules.js'

it('leaves to the application everything that its import map has, and nothing else', () => {
  expect(sharedNames().filter(name => !SHARED.test(name))).toEqual([])
  for (const other of [
    'react-dom/client',
    '@fretwork/sdk/testing',
    '@fretwork/sdk/vite',
    'reactive',
    'zod/v4/core',
    'zodiac',
  ]) {
    expect(SHARED.test(other), other).toBe(false)
  }
})
