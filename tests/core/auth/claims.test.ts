import { describe, expect, it } from 'vitest'
import { FEATURE_CLAIM, ROLE_CLAIM } from '../../../src/core/api/claims.js'
import {
  hasAddOn,
  hasDownloadHTML,
  hasExpired,
  hasRoles,
  isAdmin,
  planLevel,
  readClaims,
} from '../../../src/core/auth/claims.js'
import { jwtOf } from './session.js'

const claimsWith = (more: object) =>
  readClaims(jwtOf({ sub: 'u', tenant: 't', sid: 's', exp: 1000, ...more }))

describe('claims', () => {
  it.each([
    ['no role', {}, []],
    ['one role as text', { [ROLE_CLAIM]: 'Admin' }, ['Admin']],
    ['several as an array', { [ROLE_CLAIM]: ['Admin', 'Teacher'] }, ['Admin', 'Teacher']],
  ])('hold %s', (_what, more, roles) => expect(claimsWith(more)?.roles).toEqual(roles))

  it('hold names beyond ASCII', () => {
    expect(claimsWith({ name: 'Zoë Müßig 🎸' })?.payload.name).toBe('Zoë Müßig 🎸')
  })

  it.each(['', 'x', 'a.b.c', 'long.since.expired', jwtOf({ sub: 'u' }), jwtOf([]), '...'])(
    'are none in %o',
    text => expect(readClaims(text)).toBeUndefined(),
  )

  it('expire at their second', () => {
    const claims = claimsWith({})
    if (!claims) throw new Error('no claims')
    expect([hasExpired(claims, 999_999), hasExpired(claims, 1_000_000)]).toEqual([false, true])
  })
})

describe('a role check', () => {
  const claims = claimsWith({ [ROLE_CLAIM]: ['Admin', 'Teacher'] })

  it('passes only if all listed roles are there', () => {
    expect([hasRoles(claims, ['Teacher']), hasRoles(claims, ['Teacher', 'Admin'])]).toEqual([true, true])
    expect([hasRoles(claims, ['Teacher', 'Owner']), hasRoles(claims, [])]).toEqual([false, true])
  })

  it('knows an administrator by the role Admin, written exactly so', () => {
    expect([isAdmin(claims), isAdmin(claimsWith({ [ROLE_CLAIM]: 'admin' }))]).toEqual([true, false])
    expect([isAdmin(claimsWith({ [ROLE_CLAIM]: ['Teacher'] })), isAdmin(undefined)]).toEqual([false, false])
  })
})

describe('features', () => {
  it('open the highest plan level among them', () => {
    const level = (features?: string) => planLevel(claimsWith({ [FEATURE_CLAIM]: features }))
    expect(level('SubscriptionLevel.Basic;SubscriptionLevel.Enterprise;SubscriptionLevel.Pro')).toBe(
      'Enterprise',
    )
    expect([level('SubscriptionLevel.Pro'), level('SubscriptionLevel.Gold')]).toEqual(['Pro', undefined])
    expect([level(), planLevel(undefined)]).toEqual([undefined, undefined])
  })

  it('name add-ons and the download as HTML', () => {
    const claims = claimsWith({ [FEATURE_CLAIM]: 'SubscriptionLevel.Basic; AddOn.Sampler ;Download.HTML' })
    expect([hasAddOn(claims, 'AddOn.Sampler'), hasAddOn(claims, 'AddOn')]).toEqual([true, false])
    expect(hasDownloadHTML(claims)).toBe(true)
    expect(hasDownloadHTML(claimsWith({ [FEATURE_CLAIM]: 'AddOn.Sampler' }))).toBe(false)
    expect(hasDownloadHTML(undefined)).toBe(false)
  })
})
