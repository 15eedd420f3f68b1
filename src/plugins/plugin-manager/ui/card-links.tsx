import { Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'
import { SHOW_DRAWER } from '../../../core/events/app-events.js'
import type { PluginManifest } from '../../../core/kernel/plugin.js'
import { useKernel, useNavigation, useStore, useText } from '../../../core/react/kernel-context.js'
import { settingsFields } from '../../../core/settings/settings-fields.js'
import { usePluginTitle } from './use-plugin-title.js'

/** Links to a plugin's page or panel, and to its settings. */
export function CardLinks({ manifest: { id, contributes } }: { readonly manifest: PluginManifest }) {
  const { events, host } = useKernel()
  const { t } = useText()
  const plugin = usePluginTitle()(id)
  useStore(host.states)
  const page = useNavigation().find(each => each.plugin === id)
  const drawer = contributes?.drawers?.find(({ side, on }) => side !== 'bottom' && !on.includes(':'))
  const section = contributes?.settings?.find(each => settingsFields(each).length > 0)
  if (!host.isUsable(id)) return null
  // Wait until the new page has mounted its sidebar.
  const show = (drawer: string) => requestAnimationFrame(() => events.emit(SHOW_DRAWER, { drawer }))
  return (
    <>
      {page && page.path !== '/plugins' && (
        <Anchor component={Link} to={page.path} fz={13} aria-label={t('Open “{{plugin}}”', { plugin })}>
          {t('Open')}
        </Anchor>
      )}
      {!page && drawer && (
        <Anchor
          component={Link}
          to={drawer.on}
          onClick={() => show(drawer.id)}
          fz={13}
          aria-label={t('Show the “{{plugin}}” panel', { plugin })}
        >
          {t('Show panel')}
        </Anchor>
      )}
      {section && (
        <Anchor
          component={Link}
          to={`/account/settings#${section.id}`}
          fz={13}
          aria-label={t('Settings for “{{plugin}}”', { plugin })}
        >
          {t('Settings')}
        </Anchor>
      )}
    </>
  )
}
