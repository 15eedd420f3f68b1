import { permissionsAsked } from '../permissions/permissions.js'
import { permissionFor } from '../platform/token.js'
import { checkContributions, RESERVED } from './contribution-check.js'
import type { AnyToken, PluginManifest } from './plugin.js'
import type { AddProblem, ManifestProblem, ManifestReport } from './plugin-state.js'

/** Checks how plugins fit together. The schema has already validated external manifests. */
export function checkManifests(
  manifests: readonly PluginManifest[],
  core: readonly AnyToken[],
): ManifestReport {
  const problems: ManifestProblem[] = []
  const add: AddProblem = (plugin, code, message) => void problems.push({ plugin, code, message })

  // Commands, tokens and settings still use former ids.
  const reserved = [...RESERVED, 'settings', ...manifests.flatMap(({ formerly = [] }) => formerly)]
  const sound = manifests.filter(({ id }) => !reserved.includes(id))
  const unsound = manifests.filter(({ id }) => reserved.includes(id))
  for (const { id } of unsound)
    add(id, 'manifest_invalid', `"${id}" is a reserved ID; use another ID for the plugin.`)
  const providers = new Map<string, string>(core.map(({ id }) => [id, 'core']))
  checkProviders(sound, providers, add)
  // Reports dependent plugins as blocked, which is more specific than a missing token.
  checkProviders(unsound, providers, () => undefined)
  for (const { id: plugin, requires = [] } of sound) {
    for (const { id } of requires.filter(token => !providers.has(token.id)))
      add(plugin, 'token_missing', `"${plugin}" requires "${id}", which no plugin here provides.`)
  }
  checkPermissions(sound, add)
  checkCycles(sound, providers, add)
  return { problems, keyClashes: checkContributions(sound, add), providers }
}

function checkProviders(
  manifests: readonly PluginManifest[],
  providers: Map<string, string>,
  add: AddProblem,
): void {
  for (const manifest of manifests) {
    for (const provided of manifest.provides ?? []) {
      const first = providers.get(provided.id)
      if (first) {
        const message = `"${provided.id}" is provided by both ${first} and ${manifest.id}; remove one of them.`
        add(manifest.id, 'token_twice', message)
      } else providers.set(provided.id, manifest.id)
    }
  }
}

/** Manifests without `permissions` predate the field and have all permissions, unless sandboxed. */
function checkPermissions(manifests: readonly PluginManifest[], add: AddProblem): void {
  for (const manifest of manifests) {
    const { id, permissions, runs, requires = [], optional = [], lazy = [] } = manifest
    if (permissions === undefined && runs !== 'apart') continue
    const asked = permissionsAsked(manifest).map(each => each.split(':')[0])
    for (const token of [...requires, ...optional, ...lazy]) {
      const needed = permissionFor(token.id)
      if (needed === undefined || asked.includes(needed)) continue
      const message = `"${id}" uses "${token.id}", which needs the permission "${needed}"; add it to permissions, with a reason.`
      add(id, 'permission_undeclared', message)
    }
  }
}

function checkCycles(manifests: readonly PluginManifest[], providers: Map<string, string>, add: AddProblem) {
  const byId = new Map(manifests.map(manifest => [manifest.id, manifest]))
  const done = new Set<string>()
  const walk = (plugin: string, path: readonly string[]): void => {
    const start = path.indexOf(plugin)
    if (start >= 0) {
      const cycle = [...path.slice(start), plugin].join(' → ')
      for (const member of path.slice(start)) {
        add(
          member,
          'cycle',
          `These plugins require each other: ${cycle}; make one of the tokens optional or lazy.`,
        )
      }
      return
    }
    if (done.has(plugin)) return
    for (const required of byId.get(plugin)?.requires ?? []) {
      const provider = providers.get(required.id)
      if (provider !== undefined && byId.has(provider)) walk(provider, [...path, plugin])
    }
    done.add(plugin)
  }
  for (const manifest of manifests) walk(manifest.id, [])
}
