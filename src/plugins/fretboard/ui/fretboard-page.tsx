/** The fretboard page: tools, neck, chord, and panels of other plugins. */

import { Alert, Box, Flex, Group, VisuallyHidden } from '@mantine/core'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { PluginScreen } from '../../../core/react/plugin-screen.js'
import { NECK_EXTENSIONS } from '../internal-tokens.js'
import { NECK_VIEW } from '../tokens.js'
import styles from './fretboard-page.module.css'
import { Neck } from './neck/neck.js'
import { NeckSummaryText } from './neck/neck-summary-text.js'
import { NowCard } from './now-card.js'
import { OpenedLink } from './opened-link.js'
import { FretsChoice } from './tools/frets-choice.js'
import { InstrumentMenu } from './tools/instrument-menu.js'
import NeckTools from './tools/neck-tools.js'
import { ScaleChoice } from './tools/scale-choice.js'
import { LabelSwitches, PressMode } from './tools/switches.js'
import { TuningChoice } from './tools/tuning-choice.js'

export default function FretboardPage() {
  const { t } = useText()
  return (
    <Flex
      direction="column"
      gap={{ base: 12, sm: 16 }}
      px={{ base: 12, sm: 24 }}
      py={{ base: 12, sm: 20 }}
      miw={0}
    >
      <VisuallyHidden component="h1">{t('Fretboard')}</VisuallyHidden>
      <Group className={styles.tools} role="group" aria-label={t('Neck settings')} gap="8px 12px">
        <ScaleChoice />
        <TuningChoice />
        <FretsChoice />
        <LabelSwitches />
        <PressMode />
        <InstrumentMenu />
      </Group>
      <OpenedLink />
      <IgnoredSettings />
      <Box
        className="fw-card"
        px={{ base: 8, sm: 16 }}
        pt={{ base: 10, sm: 16 }}
        pb={{ base: 4, sm: 8 }}
        miw={0}
      >
        <Neck />
      </Box>
      <NeckSummaryText />
      <NowCard />
      {/* Song and tablature are read while looking at the neck, so they come right below it. */}
      <Panels />
      <NeckTools />
    </Flex>
  )
}

/** Separate, so that a change of panels doesn't render the neck. */
function Panels() {
  const panels = useStore(useService(NECK_EXTENSIONS).panels.items)
  return panels
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map(({ id, plugin, screen }) => <PluginScreen key={id} plugin={plugin} screen={screen} />)
}

function IgnoredSettings() {
  const { tm } = useText()
  const ignored = useStore(useService(NECK_VIEW), view => view.ignored)
  if (ignored.length === 0) return null
  return (
    <Alert color="yellow" variant="outline" role="status">
      {ignored.map(({ sentence, values }) => (
        <div key={sentence}>{tm('fretboard', sentence, values)}</div>
      ))}
    </Alert>
  )
}
