import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as version from '../../src/core/version.js'

it('the version constant equals the package version', () => {
  const { version: wanted } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(Object.values(version)).toEqual([wanted])
})
