import { Switch } from '@mantine/core'
import { useState } from 'react'
import type { PluginManifest } from '../../../core/kernel/plugin.js'
import { NOT_ANSWERED } from '../../../core/kernel/plugin-state.js'
import { permissionWords } from '../../../core/permissions/permission-words.js'
import { codeOf, messageOf } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import { useKernel, useText } from '../../../core/react/kernel-context.js'
import { Hint } from '../../../core/react/looks.js'
import { Question } from '../../../core/react/question.js'
import type { PluginRow } from '../plugin-rows.js'
import { usePluginTitle } from './use-plugin-title.js'

interface PluginSwitchProps {
  readonly row: PluginRow
  readonly onAsk: () => void
}

export function PluginSwitch({ row: { state, manifest }, onAsk }: PluginSwitchProps) {
  const { host } = useKernel()
  const { t } = useText()
  const titleOf = usePluginTitle()
  const { enable, disable } = usePluginActions()
  const [dependents, setDependents] = useState<readonly string[]>()
  const plugin = titleOf(state.id)

  if (!manifest || state.status === 'not-for-this-host') return null
  if (state.locked)
    return (
      <Hint span fz={12}>
        {t('Always on')}
      </Hint>
    )

  const enabled = state.status !== 'disabled'
  const asksFirst = host.grants.unanswered(manifest).length > 0
  const toggle = () => {
    if (!enabled) return asksFirst ? onAsk() : void enable(state.id)
    const others = host.stoppedWith(state.id)
    if (others.length === 0) return void disable(state.id)
    setDependents(others)
  }
  return (
    <>
      <Switch checked={enabled} onChange={toggle} aria-label={t('Enable “{{plugin}}”', { plugin })} />
      <Question
        asked={
          dependents && {
            title: t('Disable “{{plugin}}”?', { plugin }),
            text: [t('These plugins require it and will stop working:'), dependents.map(titleOf).join(', ')],
            yes: t('Disable'),
            run: () => void disable(state.id),
          }
        }
        onClose={() => setDependents(undefined)}
      />
    </>
  )
}

const SENTENCES = phrases({
  disabled: '“{{plugin}}” disabled.',
  undo: 'Undo',
  refused: '“{{plugin}}”: {{reason}}',
  takenBack: 'Permission revoked for “{{plugin}}”: {{permission}}.',
})

export function usePluginActions() {
  const { host, notices } = useKernel()
  const titleOf = usePluginTitle()
  const refused = (id: string, error: unknown) =>
    notices.post({
      kind: 'error',
      source: 'plugin-manager',
      code: codeOf(error),
      message: SENTENCES.refused,
      values: { plugin: titleOf(id), reason: messageOf(error) },
    })
  /** Ignores failed starts, which the host reports. */
  const reportUnlessFailed = (id: string) => (error: unknown) => {
    const status = host.state(id)?.status
    if (status !== 'failed' && status !== 'blocked') refused(id, error)
  }
  const enable = (id: string) => host.enable(id).catch(reportUnlessFailed(id))
  return {
    enable,
    retry: (id: string) => host.activate(id).catch(reportUnlessFailed(id)),
    async disable(id: string) {
      try {
        await host.disable(id)
      } catch (error) {
        return refused(id, error)
      }
      notices.post({
        kind: 'info',
        source: 'plugin-manager',
        message: SENTENCES.disabled,
        values: { plugin: titleOf(id) },
        action: { label: SENTENCES.undo, run: () => void enable(id) },
      })
    },
  }
}

export function usePermissionActions() {
  const { host, notices } = useKernel()
  const { enable } = usePluginActions()
  const titleOf = usePluginTitle()
  const change = (id: string, permission: string, given: boolean) => {
    // The notice may be older than this version of the plugin.
    const manifest = host.manifests.find(each => each.id === id)
    if (!manifest) return
    const others = host.grants.granted(manifest).filter(each => each !== permission)
    host.grants.answer(manifest, given ? [...others, permission] : others)
  }
  const give = (id: string, permission: string) => change(id, permission, true)
  return {
    give,
    takeBack({ id, origin }: PluginManifest, permission: string) {
      change(id, permission, false)
      notices.post({
        kind: 'info',
        source: 'plugin-manager',
        message: SENTENCES.takenBack,
        values: { plugin: titleOf(id) },
        texts: { permission: permissionWords(permission, { origin }).title },
        action: { label: SENTENCES.undo, run: () => give(id, permission) },
      })
    },
    allow(manifest: PluginManifest, allowed: readonly string[]) {
      const { id } = manifest
      // If the plugin was waiting for the answer, the host starts it.
      const starts = host.state(id)?.code === NOT_ANSWERED.code
      host.grants.answer(manifest, allowed)
      notices.withdraw('permissions')
      if (!starts) void enable(id)
    },
  }
}
