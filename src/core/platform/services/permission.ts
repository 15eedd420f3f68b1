/** What a plugin may do, by id. A service, extension point or event names the permission that it needs. */

/** In the order in which people see them. */
export const PERMISSION_IDS = [
  ...(['midi-in', 'midi-out', 'sound', 'songs', 'account', 'session', 'server', 'network'] as const),
  ...(['clipboard', 'files', 'keys', 'commands', 'plugins', 'storage', 'journal'] as const),
] as const

export type PermissionId = (typeof PERMISSION_IDS)[number]

export interface Guarded {
  /** What a plugin has to be granted to use it; without it, every plugin may. */
  readonly permission?: PermissionId
}

const guarded = new Map<string, PermissionId>()

/** The first one counts: a plugin that makes the same token again cannot take its guard away. */
export function guard(id: string, { permission }: Guarded = {}): void {
  if (permission && !guarded.has(id)) guarded.set(id, permission)
}

/** @param id of a token, extension point or event */
export function permissionFor(id: string): PermissionId | undefined {
  return guarded.get(id)
}
