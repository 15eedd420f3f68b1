import type { PermissionId } from '../../platform/services/permission.js'

export { PERMISSION_IDS, type PermissionId } from '../../platform/services/permission.js'

export interface NetworkPermission {
  readonly hosts: readonly string[]
  readonly reason: string
}

/** The reasons are shown to the user. Plugins that ship with the app have a list without reasons. */
export type Permissions =
  | (Readonly<Partial<Record<Exclude<PermissionId, 'network'>, string>>> & {
      readonly network?: NetworkPermission
    })
  | readonly PermissionId[]

interface Asking {
  readonly permissions?: Permissions
}

export function permissionsAsked({ permissions = [] }: Asking): readonly string[] {
  if (isList(permissions)) return permissions
  return Object.keys(permissions).flatMap(id =>
    id === 'network' ? (permissions.network?.hosts ?? []).map(host => `network:${host}`) : id,
  )
}

export function reasonFor({ permissions = [] }: Asking, permission: string): string | undefined {
  if (isList(permissions)) return undefined
  if (permission.startsWith('network:')) return permissions.network?.reason
  return permissions[permission as Exclude<PermissionId, 'network'>]
}

function isList(permissions: Permissions): permissions is readonly PermissionId[] {
  return Array.isArray(permissions)
}
