import type { PluginManifest } from '../../../src/core/kernel/plugin.js'
import type { Kernel } from '../../../src/core/kernel/tokens.js'
import { permissionWords } from '../../../src/core/permissions/permission-words.js'
import { permissionsAsked, reasonFor } from '../../../src/core/permissions/permissions.js'
import { fillSentence } from '../../../src/core/platform/phrases.js'
import { permissionSettings } from '../../../src/core/settings/core-settings.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import { badInput, CliError, notFound } from '../../errors.js'
import { plain, printJson, printLine } from '../../io/print.js'
import { withPackages } from '../../packages/with-packages.js'
import { createNodeKernel } from '../../platform/node-kernel.js'
import { assertStateKept } from '../../platform/state-file.js'
import { nearEnd } from './plugins-finding.js'

export function permissionsOf({ host }: Kernel, manifest: PluginManifest) {
  const granted = host.grants.granted(manifest)
  const unanswered = host.grants.unanswered(manifest)
  return permissionsAsked(manifest).map(permission => {
    const { title } = permissionWords(permission, manifest)
    return {
      permission,
      title: fillSentence(title.message, title.values ?? {}),
      reason: reasonFor(manifest, permission),
      granted: granted.includes(permission),
      answered: !unanswered.includes(permission),
    }
  })
}

export function permissionLines(rows: ReturnType<typeof permissionsOf>): string[] {
  const wide = Math.max(...rows.map(({ permission }) => permission.length))
  return rows.flatMap(({ permission, title, reason, granted, answered }) => {
    const state = granted ? 'allowed' : answered ? 'refused' : 'not answered'
    return [
      `${plain(permission).padEnd(wide)}  ${state.padEnd(12)}  ${plain(title)}`,
      ...(reason === undefined ? [] : [`${' '.repeat(wide)}  ${' '.repeat(12)}  ${plain(reason)}`]),
    ]
  })
}

export async function answer(
  how: 'allow' | 'refuse',
  id: string,
  named: readonly string[],
  { json = false }: { json?: boolean },
): Promise<void> {
  const kernel = createNodeKernel(await withPackages(PLUGINS, undefined))
  const manifest = find(kernel, id)
  if (manifest.locked && how === 'refuse') {
    const message = `"${manifest.title}" is part of the core. Its permissions cannot be revoked.`
    throw badInput('plugin_locked', message)
  }
  const asked = permissionsAsked(manifest)
  for (const each of named) if (!asked.includes(each)) throw notAsked(manifest, each, asked)
  const chosen = named.length > 0 ? named : asked
  const before = kernel.host.grants.granted(manifest)
  const store = kernel.settings.store(permissionSettings)
  const now = store.getState()
  // Don't use the stored grants, because they treat unlisted permissions as refused.
  const answered = (all: Record<string, string[]>, added: boolean) => ({
    ...all,
    [id]: asked.filter(each => (chosen.includes(each) ? added : all[id]?.includes(each))),
  })
  const refused = answered(now.refused, how === 'refuse')
  store.change({ allowed: answered(now.allowed, how === 'allow'), refused })
  const granted = kernel.host.grants.granted(manifest)
  kernel.dispose()
  assertStateKept()
  const changed = String(granted) !== String(before)
  if (json) printJson({ id, granted, refused: refused[id], changed })
  else
    printLine(
      granted.length > 0 ? `"${id}" may now use: ${granted.join(', ')}.` : `"${id}" has no permissions now.`,
    )
}

function find({ host }: Kernel, id: string): PluginManifest {
  const found = host.manifests.find(each => each.id === id)
  if (found) return found
  const known = host.manifests.map(manifest => manifest.id)
  throw notFound('plugin_unknown', `There is no plugin "${id}"${nearEnd(id, known)}`)
}

function notAsked({ id }: PluginManifest, permission: string, asked: readonly string[]): CliError {
  const list = asked.length > 0 ? `; it asks for ${asked.join(', ')}.` : ', and needs no permissions.'
  return badInput('permission_unknown', `"${id}" does not ask for "${permission}"${list}`)
}
