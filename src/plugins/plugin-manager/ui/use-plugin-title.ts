import { useCallback } from 'react'
import type { NoticeText } from '../../../core/events/notices.js'
import type { PluginManifest } from '../../../core/kernel/plugin.js'
import { type PermissionWords, permissionWords } from '../../../core/permissions/permission-words.js'
import { useKernel, useText } from '../../../core/react/kernel-context.js'

export function usePluginTitle(): (id: string) => string {
  const { host } = useKernel()
  const { tm } = useText()
  return useCallback(id => tm(id, host.state(id)?.title ?? id), [host, tm])
}

export function usePermissionText(): (permission: string, manifest: PluginManifest) => PermissionWords {
  const { tm } = useText()
  return useCallback(
    (permission, manifest) => {
      const { title, explanation } = permissionWords(permission, manifest)
      const text = ({ source, message, values }: NoticeText) => tm(source, message, values)
      return { title: text(title), explanation: text(explanation) }
    },
    [tm],
  )
}
