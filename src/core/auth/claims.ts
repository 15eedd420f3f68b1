import { jwtDecode } from 'jwt-decode'
import {
  ADMIN_ROLE,
  DOWNLOAD_HTML,
  FEATURE_CLAIM,
  featuresOf,
  type PlanLevel,
  planLevelOf,
  ROLE_CLAIM,
  rolesOf,
  tokenClaims,
} from '../contract/claims.js'
import { attempted } from '../platform/fretwork-error.js'

export type Claims = NonNullable<ReturnType<typeof readClaims>>

export function readClaims(jwt: string) {
  const payload = attempted(() => tokenClaims.parse(jwtDecode(jwt)))
  if (!payload) return undefined
  return { payload, roles: rolesOf(payload[ROLE_CLAIM]), features: featuresOf(payload[FEATURE_CLAIM]) }
}

export function hasRoles(claims: Claims | undefined, roles: readonly string[]): boolean {
  return roles.every(role => claims?.roles.includes(role) ?? false)
}

export function isAdmin(claims: Claims | undefined): boolean {
  return hasRoles(claims, [ADMIN_ROLE])
}

export function planLevel(claims: Claims | undefined): PlanLevel | undefined {
  return claims && planLevelOf(claims.features)
}

export function hasAddOn(claims: Claims | undefined, name: string): boolean {
  return claims?.features.includes(name) ?? false
}

export function hasDownloadHTML(claims: Claims | undefined): boolean {
  return hasAddOn(claims, DOWNLOAD_HTML)
}

export function hasExpired(claims: Claims | undefined, now: number): boolean {
  return claims !== undefined && claims.payload.exp * 1000 <= now
}
