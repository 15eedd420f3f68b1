/** The one toolbar of the neck, in one row from the width of a tablet on. */
import { Box, Button } from '@mantine/core'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { panelSettings } from '../../settings.js'
import styles from '../fretboard-page.module.css'
import { FretsChoice } from './frets-choice.js'
import { InstrumentMenu } from './instrument-menu.js'
import { ScaleChoice } from './scale-choice.js'
import { ShareMenu } from './share-menu.js'
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
