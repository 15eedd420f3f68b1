/** Switches for the labels, and for whether a press selects or plays. */
import { Button, SegmentedControl, Tooltip } from '@mantine/core'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useService } from '../../../../core/react/kernel-context.js'
import { NECK_VIEW } from '../../tokens.js'
import styles from '../fretboard-page.module.css'

function Switch({ command: id, on, children }: { command: string; on: boolean; children: string }) {
  const command = useCommand(id)
  return (
    <Tooltip label={[command.title, ...command.keys].join(' · ')}>
      <Button
        variant="default"
        className={styles.switch}
        aria-label={command.title}
        aria-pressed={on}
        onClick={() => command.run()}
      >
        {children}
      </Button>
    </Tooltip>
  )
}

export function LabelSwitches() {
  const { t } = useText()
  // Separate selectors, so that a change of scale doesn't render them.
  const view = useService(NECK_VIEW)
  const showAllNotes = useStore(view, now => now.showAllNotes)
  const showOctaves = useStore(view, now => now.showOctaves)
  const showDegrees = useStore(view, now => now.showDegrees)
  const showIntervals = useStore(view, now => now.showIntervals)
  return (
    <Button.Group aria-label={t('Labels')}>
      <Switch command="fretboard.toggle-all-notes" on={showAllNotes}>
        {t('All notes')}
      </Switch>
      <Switch command="fretboard.toggle-octaves" on={showOctaves}>
        {t('Octaves')}
      </Switch>
      <Switch command="fretboard.toggle-degrees" on={showDegrees}>
        {t('Degrees')}
      </Switch>
      <Switch command="fretboard.toggle-intervals" on={showIntervals}>
        {t('Intervals')}
      </Switch>
    </Button.Group>
  )
}

export function PressMode() {
  const { t } = useText()
  const command = useCommand('fretboard.toggle-select-mode')
  const selectMode = useStore(useService(NECK_VIEW), view => view.selectMode)
  const value = selectMode ? 'select' : 'play'
  return (
    <SegmentedControl
      aria-label={command.title}
      value={value}
      onChange={wanted => wanted !== value && command.run()}
      data={[
        { value: 'select', label: t('Select') },
        { value: 'play', label: t('Play') },
      ]}
      classNames={{ root: styles.mode, indicator: styles.modeOn }}
    />
  )
}
