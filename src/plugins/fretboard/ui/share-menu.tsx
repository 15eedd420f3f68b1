/** What is shown, to pass on: as a link, a drawing, a picture, a page. */
import { Button, Menu } from '@mantine/core'
import { IconShare2 } from '@tabler/icons-react'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useText } from '../../../core/react/hooks/use-text.js'

const WAYS = ['fretboard.copy-link', 'fretboard.export-svg', 'fretboard.export-png', 'fretboard.export-html']

export function ShareMenu() {
  const { t } = useText()
  return (
    <Menu position="bottom-end" withArrow>
      <Menu.Target>
        <Button variant="default" leftSection={<IconShare2 size={16} />}>
          {t('Share')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {WAYS.map(id => (
          <Way key={id} command={id} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Way({ command: id }: { command: string }) {
  const command = useCommand(id)
  return <Menu.Item onClick={() => command.run()}>{command.title}</Menu.Item>
}
