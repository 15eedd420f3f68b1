import * as React from 'react'
import { describe, expect, it } from 'vitest'
import { SHARED } from '../../scripts/lib/plugin/plugin-preset.mjs'
import { SDK_FACES } from '../../scripts/lib/plugin/sdk-faces.mjs'
import { sharedModules, sharedNames } from '../../scripts/lib/plugin/shared-modules.js'
import * as sdk from '../../src/core/index.js'
import * as sdkReact from '../../src/core/react/index.js'

const load = sharedModules().load as (id: string) => string | undefined

describe('what external plugins share with the application', () => {
  it('is React, and every face of the SDK but those for tests', () => {
    const faces = Object.keys(SDK_FACES).filter(name => !name.includes('/testing') && !name.includes('*'))
    expect(sharedNames()).toEqual(
      expect.arrayContaining(['react', 'react-dom', 'react/jsx-runtime', ...faces]),
    )
    expect(sharedNames()).toContain('@fretwork/sdk/plugins/midi-io')
    expect(sharedNames().filter(name => !SHARED.test(name))).toEqual([])
  })

  it.each([
    'react-dom/client',
    '@fretwork/sdk/testing',
    '@fretwork/sdk/vite',
    'reactive',
    'zod/v4/core',
    'zodiac',
  ])('is not %s', name => {
    expect(SHARED.test(name)).toBe(false)
    expect(sharedNames()).not.toContain(name)
  })

  it('has all of React’s names, which a CommonJS package does not list', () => {
    const exported =
      /export const \{ (.*) \} = all/.exec(load('\0shared:react') ?? '')?.[1]?.split(', ') ?? []
    expect(exported).toEqual(expect.arrayContaining(Object.keys(React).filter(name => name !== 'default')))
  })

  it('is zod with its default export, which no star passes on', () => {
    expect(sharedNames()).toEqual(expect.arrayContaining(['zod', 'zod/mini']))
    expect(load('\0shared:zod')).toContain("export { default } from 'zod'")
    expect(load('\0shared:zod/mini')).toBe("export * from 'zod/mini'")
  })

  it('re-exports the SDK as it is, with nothing in it that holds state of its own', () => {
    expect(load('\0shared:@fretwork/sdk')).toMatch(/^export \* from ".*src\/core\/index\.ts"$/)
    // Faces without names would leave a plugin's import empty.
    expect(Object.keys(sdk).length).toBeGreaterThan(0)
    expect(Object.keys(sdkReact).length).toBeGreaterThan(0)
  })
})
