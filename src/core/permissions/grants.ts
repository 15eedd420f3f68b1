import { FretworkError } from '../platform/fretwork-error.js'
import { type PermissionId, permissionFor } from '../platform/token.js'
import type { PermissionSettings } from '../settings/core-settings.js'
import type { SettingsStore } from '../settings/settings.js'
import { type AskingPlugin, permissionsAsked } from './permissions.js'

export class PluginGrants {
  constructor(private readonly settings: SettingsStore<PermissionSettings>) {}

  granted(manifest: AskingPlugin, answers = this.settings.getState()): readonly string[] {
    const { allowed, refused } = answers
    const { id, formerly = [], runs } = manifest
    const denied = [id, ...formerly].flatMap(each => refused[each] ?? [])
    return permissionsAsked(manifest).filter(
      each => !denied.includes(each) && (runs !== 'apart' || allowed[id]?.includes(each)),
    )
  }

  /**
   * Only sandboxed plugins require consent. All others ship with the app or are installed by its operator.
   */
  unanswered(manifest: AskingPlugin): readonly string[] {
    const { allowed, refused } = this.settings.getState()
    const { id, runs } = manifest
    if (runs !== 'apart') return []
    return permissionsAsked(manifest).filter(
      each => !allowed[id]?.includes(each) && !refused[id]?.includes(each),
    )
  }

  check(manifest: AskingPlugin, name: string): void {
    const needed = permissionFor(name)
    if (needed === undefined || this.has(manifest, needed)) return
    const { id, title } = manifest
    throw this.isRefused(manifest, name)
      ? new FretworkError(
          'permission_refused',
          `"${title}" can’t use "${name}": the permission "${needed}" isn’t granted. Grant it on the Plugins page.`,
        )
      : new FretworkError(
          'permission_undeclared',
          `"${id}" uses "${name}", which needs the permission "${needed}"; add it to permissions in its manifest, with a reason.`,
        )
  }

  isRefused(manifest: AskingPlugin, name: string): boolean {
    const needed = permissionFor(name)
    const isAsked = permissionsAsked(manifest).some(each => each.split(':')[0] === needed)
    return needed !== undefined && isAsked && !this.has(manifest, needed)
  }

  has(manifest: AskingPlugin, permission: PermissionId): boolean {
    // Manifests without `permissions` predate the field and have all permissions, unless sandboxed.
    if (manifest.permissions === undefined && manifest.runs !== 'apart') return true
    return this.granted(manifest).some(each => each.split(':')[0] === permission)
  }

  answer(manifest: AskingPlugin, allowed: readonly string[]): void {
    const { id, formerly = [] } = manifest
    const all = permissionsAsked(manifest)
    const now = this.settings.getState()
    this.settings.change({
      allowed: { ...now.allowed, [id]: all.filter(each => allowed.includes(each)) },
      refused: {
        ...now.refused,
        ...Object.fromEntries(formerly.map(each => [each, []])),
        [id]: all.filter(each => !allowed.includes(each)),
      },
    })
  }

  /** @param listener called with the previous grants after each change, including changes in other tabs */
  follow(listener: (before: (manifest: AskingPlugin) => readonly string[]) => void): () => void {
    return this.settings.subscribe((_, answers) => listener(manifest => this.granted(manifest, answers)))
  }
}
