import { jwtDecode } from 'jwt-decode'
import * as z from 'zod/mini'
import { attempted } from '../platform/fretwork-error.js'

export const ROLE_CLAIM = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/role'
export const FEATURE_CLAIM = 'Feature'

export const ADMIN_ROLE = 'Admin'
export const TEACHER_ROLE = 'Teacher'
export const ROLES = [ADMIN_ROLE, TEACHER_ROLE] as const
export type Role = (typeof ROLES)[number]
export const DOWNLOAD_HTML = 'Download.HTML'

/** Paid plans in ascending order. */
export const PLAN_LEVELS = ['Basic', 'Pro', 'Enterprise'] as const
export type PlanLevel = (typeof PLAN_LEVELS)[number]
export const LEVELS = ['free', ...PLAN_LEVELS] as const
export type Level = (typeof LEVELS)[number]

export const tokenClaims = z.looseObject({
  sub: z.string(),
  tenant: z.string(),
  sid: z.string(),
  email: z.optional(z.string()),
  name: z.optional(z.string()),
  /** Expiry, seconds since 1970. */
  exp: z.number(),
  iat: z.optional(z.number()),
  [ROLE_CLAIM]: z.optional(z.union([z.string(), z.array(z.string())])),
  [FEATURE_CLAIM]: z.optional(z.string()),
})

export type TokenClaims = z.infer<typeof tokenClaims>

export function rolesOf(claim: string | readonly string[] | undefined): string[] {
  return [claim ?? []].flat()
}

/** Returns whether a user with these roles can create join codes. */
export function isTeaching(roles: readonly string[]): boolean {
  return ROLES.some(role => roles.includes(role))
}

export function roleClaim(roles: readonly string[]): string | string[] | undefined {
  return roles.length > 1 ? [...roles] : roles[0]
}

/** @example featuresOf('SubscriptionLevel.Pro; …') // ['SubscriptionLevel.Pro', …] */
export function featuresOf(claim: string | undefined): string[] {
  return (claim ?? '')
    .split(';')
    .map(feature => feature.trim())
    .filter(feature => feature !== '')
}

export function featureClaim(features: readonly string[]): string {
  return features.join(';')
}

export function featureOfLevel(level: PlanLevel): string {
  return `SubscriptionLevel.${level}`
}

export function planLevelOf(features: readonly string[]): PlanLevel | undefined {
  return PLAN_LEVELS.findLast(level => features.includes(featureOfLevel(level)))
}

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
