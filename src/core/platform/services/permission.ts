export const PERMISSION_IDS = [
  ...(['midi-in', 'midi-out', 'sound', 'songs', 'account', 'session', 'server', 'network'] as const),
  ...(['clipboard', 'files', 'keys', 'commands', 'plugins', 'storage', 'journal'] as const),
] as const

export type PermissionId = (typeof PERMISSION_IDS)[number]

export interface Guarded {
  readonly permission?: PermissionId
}

const guarded = new Map<string, PermissionId>()

/** The first one counts: a plugin that makes the same token again cannot remove its guard. */
export function guard(id: string, { permission }: Guarded = {}): void {
  if (permission && !guarded.has(id)) guarded.set(id, permission)
}

export function permissionFor(id: string): PermissionId | undefined {
  return guarded.get(id)
}
