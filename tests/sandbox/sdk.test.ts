import { describe, expect, it } from 'vitest'
import * as sdk from '../../src/core/index.js'
import * as react from '../../src/core/react/index.js'
import * as apart from '../../src/sandbox/worker/sdk.js'
import * as reactApart from '../../src/sandbox/worker/sdk-react.js'

const names = (face: object) => Object.keys(face).sort()
const tokens = (face: object) =>
  Object.entries(face).flatMap(([name, value]) => {
    const { id, key } = Object(value) as { readonly id?: unknown; readonly key?: unknown }
    return typeof id === 'string' && typeof key === 'symbol' ? [[name, id, key] as const] : []
  })

describe('SDK in a worker', () => {
  it('the worker SDK exports every SDK name so that no import fails', () => {
    expect(names(apart)).toEqual(names(sdk))
    expect(names(reactApart)).toEqual(names(react))
  })

  it('services have the same tokens in the worker', () => {
    expect(tokens(apart)).toEqual(expect.arrayContaining(tokens(sdk)))
    expect(apart.SETTINGS_CHANGED.id).toBe(sdk.SETTINGS_CHANGED.id)
    expect(apart.PALETTE_PROVIDERS.id).toBe(sdk.PALETTE_PROVIDERS.id)
  })

  it('components that need the page throw an error in the sandbox', () => {
    for (const missing of [reactApart.Question, reactApart.UserAvatar, reactApart.PlanGate])
      expect(missing).toThrow(expect.objectContaining({ code: 'apart_unavailable' }))
  })
})
