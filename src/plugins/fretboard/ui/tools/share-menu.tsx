/** Ways to share the view of the neck. */
import { ActionIcon, Menu } from '@mantine/core'
import { IconShare2 } from '@tabler/icons-react'
import { CommandItem } from '../../../../core/react/command-button.js'
import { useText } from '../../../../core/react/hooks/use-text.js'

const WAYS = ['fretboard.copy-link', 'fretboard.export-svg', 'fretboard.export-png', 'fretboard.export-html']

export function ShareMenu() {
  const { t } = useText()
  return (
    <Menu position="bottom-end" withArrow>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('Share')}>
          <IconShare2 size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {WAYS.map(id => (
          <CommandItem key={id} command={id} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
