import { describe, expect, it } from 'vitest'
import {
  FEATURE_CLAIM,
  featureClaim,
  featuresOf,
  planLevelOf,
  ROLE_CLAIM,
  roleClaim,
  rolesOf,
  tokenClaims,
} from '../../../src/core/api/claims.js'

describe('claims', () => {
  it('reads one role as a string, several as an array and none as an empty list', () => {
    expect(rolesOf('Admin')).toEqual(['Admin'])
    expect(rolesOf(['Admin', 'Teacher'])).toEqual(['Admin', 'Teacher'])
    expect(rolesOf(undefined)).toEqual([])
  })

  it('writes roles in the way it reads them', () => {
    for (const roles of [[], ['Admin'], ['Admin', 'Teacher']])
      expect(rolesOf(roleClaim(roles))).toEqual(roles)
  })

  it('splits features at semicolons and drops blanks', () => {
    expect(featuresOf('SubscriptionLevel.Pro; Download.HTML;;')).toEqual([
      'SubscriptionLevel.Pro',
      'Download.HTML',
    ])
    expect(featuresOf(undefined)).toEqual([])
    expect(featuresOf(featureClaim(['a', 'b']))).toEqual(['a', 'b'])
  })

  it('takes the highest plan level among the features', () => {
    expect(planLevelOf(['SubscriptionLevel.Basic', 'SubscriptionLevel.Enterprise'])).toBe('Enterprise')
    expect(planLevelOf(['Download.HTML'])).toBeUndefined()
  })

  it('reads a payload with claims it does not know', () => {
    const payload = {
      sub: 'u',
      tenant: 't',
      sid: 's',
      exp: 1,
      [ROLE_CLAIM]: 'Admin',
      [FEATURE_CLAIM]: '',
      extra: 1,
    }
    expect(tokenClaims.parse(payload)).toEqual(payload)
  })
})
