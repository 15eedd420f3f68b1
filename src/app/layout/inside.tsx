import { ActionIcon, LoadingOverlay, Tooltip } from '@mantine/core'
import { IconLayoutSidebar, IconLayoutSidebarRight } from '@tabler/icons-react'
import { useStore } from '../../core/react/hooks/use-store.js'
import { useText } from '../../core/react/hooks/use-text.js'
import { useKernel, useUsablePlugins } from '../../core/react/kernel-context.js'
import { PluginScreen } from '../../core/react/plugin-screen.js'

export { RunningCommands } from './running-commands.js'
export { Navigation, Sheets, SideDrawers } from './sheets.js'
export { StepUpDialog } from './step-up-dialog.js'
export { UserMenu } from './user-menu.js'

export function DrawerToggle({ side, onClick }: { side: 'left' | 'right'; onClick: () => void }) {
  const { t } = useText()
  const Icon = side === 'left' ? IconLayoutSidebar : IconLayoutSidebarRight
  const label = side === 'left' ? t('Show or hide the navigation') : t('Show or hide the right drawers')
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" onClick={onClick} aria-label={label}>
        <Icon size={18} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}

export function HeaderParts() {
  return useUsablePlugins().flatMap(({ id, contributes }) =>
    (contributes?.header ?? []).map(part => (
      <PluginScreen key={part.id} plugin={id} screen={part.screen} part />
    )),
  )
}

export function SessionIndicator() {
  const { auth } = useKernel()
  const { t } = useText()
  const busy = useStore(auth.state, state => state.busy)
  if (!busy) return null
  return (
    <LoadingOverlay
      visible
      role="status"
      aria-label={t('Loading')}
      zIndex={150}
      loaderProps={{ size: 80 }}
      overlayProps={{ backgroundOpacity: 0.35 }}
    />
  )
}
