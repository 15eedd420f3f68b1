import { describe, expect, it } from 'vitest'
import * as reactApart from '../../src/apart/faces/react.js'
import * as apart from '../../src/apart/faces/sdk.js'
import * as sdk from '../../src/core/index.js'
import * as react from '../../src/core/react/index.js'

const names = (face: object) => Object.keys(face).sort()
const tokens = (face: object) =>
  Object.entries(face).flatMap(([name, value]) => {
    const { id, key } = Object(value) as { readonly id?: unknown; readonly key?: unknown }
    return typeof id === 'string' && typeof key === 'symbol' ? [[name, id, key] as const] : []
  })

describe('what a plugin imports in its worker', () => {
  it('has every name of the SDK, so that no import fails', () => {
    expect(names(apart)).toEqual(names(sdk))
    expect(names(reactApart)).toEqual(names(react))
  })

  it('means the same services by them', () => {
    expect(tokens(apart)).toEqual(expect.arrayContaining(tokens(sdk)))
    expect(apart.SETTINGS_CHANGED.id).toBe(sdk.SETTINGS_CHANGED.id)
    expect(apart.PALETTE_PROVIDERS.id).toBe(sdk.PALETTE_PROVIDERS.id)
  })

  it('says which components need the page and do not work in a sandbox', () => {
    for (const missing of [reactApart.Question, reactApart.UserAvatar, reactApart.PlanGate])
      expect(missing).toThrow(expect.objectContaining({ code: 'apart_unavailable' }))
  })
})
