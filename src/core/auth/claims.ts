import { jwtDecode } from 'jwt-decode'
import {
  ADMIN_ROLE,
  FEATURE_CLAIM,
  featuresOf,
  type PlanLevel,
  planLevelOf,
  ROLE_CLAIM,
  rolesOf,
  type TokenClaims,
  tokenClaims,
} from '../api/claims.js'

export interface Claims {
  readonly payload: TokenClaims
  readonly roles: readonly string[]
  readonly features: readonly string[]
}

export function readClaims(jwt: string): Claims | undefined {
  try {
    const payload = tokenClaims.parse(jwtDecode(jwt))
    return { payload, roles: rolesOf(payload[ROLE_CLAIM]), features: featuresOf(payload[FEATURE_CLAIM]) }
  } catch {
    return undefined
  }
}

export function isAdmin(claims: Claims | undefined): boolean {
  return claims?.roles.includes(ADMIN_ROLE) ?? false
}

export function planLevel(claims: Claims | undefined): PlanLevel | undefined {
  return claims && planLevelOf(claims.features)
}

export function hasExpired(claims: Claims, now: number): boolean {
  return claims.payload.exp * 1000 <= now
}
