import { NOT_ANSWERED } from '../../../../core/kernel/host/plugin-state.js'
import type { PluginManifest } from '../../../../core/kernel/manifest/plugin.js'
import { permissionWords } from '../../../../core/kernel/permissions/permission-words.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { usePluginActions } from '../plugin-switch.js'
import { usePluginTitle } from '../use-plugin-title.js'

const SENTENCES = phrases({
  takenBack: 'Taken back from “{{plugin}}”: {{permission}}.',
  undo: 'Undo',
})

export function usePermissionActions() {
  const { host, notices } = useKernel()
  const { enable } = usePluginActions()
  const titleOf = usePluginTitle()
  const change = (id: string, permission: string, given: boolean) => {
    // A notice can be older than this version of the plugin.
    const manifest = host.manifests.find(each => each.id === id)
    if (!manifest) return
    const others = host.grants.granted(manifest).filter(each => each !== permission)
    host.grants.answer(manifest, given ? [...others, permission] : others)
  }
  const give = (id: string, permission: string) => change(id, permission, true)
  return {
    give,
    takeBack(id: string, permission: string) {
      change(id, permission, false)
      notices.post({
        kind: 'info',
        source: 'workshop',
        message: SENTENCES.takenBack,
        values: { plugin: titleOf(id) },
        texts: { permission: permissionWords(permission).title },
        action: { label: SENTENCES.undo, run: () => give(id, permission) },
      })
    },
    allow(manifest: PluginManifest, allowed: readonly string[]) {
      const { id } = manifest
      // The host starts a plugin that waited for the answer.
      const starts = host.state(id)?.code === NOT_ANSWERED.code
      host.grants.answer(manifest, allowed)
      notices.withdraw('permissions')
      if (!starts) void enable(id)
    },
  }
}
