/** The button in the header that shows or hides the drawers of one side. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconLayoutSidebar, IconLayoutSidebarRight } from '@tabler/icons-react'
import { useText } from '../../core/react/hooks/use-text.js'

export default function DrawerToggle({ side, onClick }: { side: 'left' | 'right'; onClick: () => void }) {
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
