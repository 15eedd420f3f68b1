import type { Notice } from '../events/notices.js'
import { phrases } from '../platform/phrases.js'
import type { PermissionId } from '../platform/token.js'

export { PERMISSION_IDS, type PermissionId } from '../platform/token.js'

/** Permissions, each with the reason shown to the user. Built-in plugins omit the reasons. */
export type Permissions =
  | (Readonly<Partial<Record<Exclude<PermissionId, 'network'>, string>>> & {
      readonly network?: { readonly hosts: readonly string[]; readonly reason: string }
    })
  | readonly PermissionId[]

/** Part of a manifest that determines what the plugin may use. */
export interface AskingPlugin {
  readonly id: string
  readonly formerly?: readonly string[]
  readonly title: string
  readonly permissions?: Permissions
  readonly runs?: 'page' | 'apart'
}

type Asking = Pick<AskingPlugin, 'permissions'>

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

const SOURCE = 'plugin-manager'

const { ASKS, SEVERAL_ASK, REVIEW } = phrases({
  ASKS: '“{{plugin}}” is requesting permissions.',
  SEVERAL_ASK: 'Several plugins are requesting permissions: {{plugins}}.',
  REVIEW: 'Review',
})

export function askingNotice(titles: Readonly<Record<string, string>>): Notice {
  const ids = Object.keys(titles)
  const [title = ''] = Object.values(titles)
  return {
    kind: 'info',
    source: SOURCE,
    message: ids.length === 1 ? ASKS : SEVERAL_ASK,
    values: { plugin: title, plugins: Object.values(titles).join(', ') },
    leadsTo: { label: REVIEW, path: permissionsPath(...ids) },
    topic: 'permissions',
    stays: true,
  }
}

/** Path that opens the permission dialogs of the plugins, one after the other. */
export const permissionsPath = (...ids: readonly string[]) => `/plugins?permissions=${ids.join(',')}`
