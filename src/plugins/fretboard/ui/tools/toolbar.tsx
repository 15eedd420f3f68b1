import { ActionIcon, Box, Button, Menu } from '@mantine/core'
import { IconShare2 } from '@tabler/icons-react'
import { CommandItem } from '../../../../core/react/command-button.js'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { panelSettings } from '../../settings.js'
import styles from '../fretboard-page.module.css'
import { FretsChoice } from './frets-choice.js'
import { InstrumentMenu } from './instrument-menu.js'
import { ScaleChoice } from './scale-choice.js'
import { TuningChoice } from './tuning-choice.js'
import { ViewMenu } from './view-menu.js'

export function Toolbar() {
  const { t } = useText()
  return (
    <Box className={`fw-on-screen ${styles.tools}`} role="group" aria-label={t('Neck settings')}>
      <ScaleChoice />
      <TuningChoice />
      <FretsChoice />
      <ChordsToggle />
      <ViewMenu />
      <InstrumentMenu />
      <ShareMenu />
    </Box>
  )
}

function ChordsToggle() {
  const { t } = useText()
  const { title, run } = useCommand('fretboard.toggle-chord-finder')
  const isOpen = useStore(useKernel().settings.store(panelSettings), panels => panels.chordFinder)
  return (
    <Button
      variant="default"
      className={styles.tool}
      aria-pressed={isOpen}
      title={title}
      onClick={() => run()}
    >
      {t('Chords')}
    </Button>
  )
}

const WAYS_TO_SHARE = [
  'fretboard.copy-link',
  'fretboard.export-svg',
  'fretboard.export-png',
  'fretboard.export-html',
]

function ShareMenu() {
  const { t } = useText()
  return (
    <Menu position="bottom-end" withArrow>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('Share')}>
          <IconShare2 size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {WAYS_TO_SHARE.map(id => (
          <CommandItem key={id} command={id} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
