import { Button, Divider, Popover, SegmentedControl, Stack, Switch } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../../core/react/kernel-context.js'
import { NECK_EXTENSIONS } from '../../internal-tokens.js'
import { panelSettings } from '../../settings.js'
import { NECK_VIEW, type PanelToggle } from '../../tokens.js'
import styles from '../fretboard-page.module.css'
import { ScalePositionKind } from './scale-positions.js'

export function ViewMenu() {
  const { t } = useText()
  return (
    <Popover width={280} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" className={styles.tool} rightSection={<IconChevronDown size={14} />}>
          {t('View')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('View')}>
        <ViewOptions />
      </Popover.Dropdown>
    </Popover>
  )
}

function ViewOptions() {
  const { t } = useText()
  const view = useStore(useService(NECK_VIEW))
  const panels = useStore(useKernel().settings.store(panelSettings))
  const others = useStore(useService(NECK_EXTENSIONS).panels.items)
  return (
    <Stack gap="sm">
      <PressMode />
      <Stack gap={10} role="group" aria-label={t('Labels')}>
        <CommandSwitch command="fretboard.toggle-all-notes" on={view.showAllNotes} />
        <CommandSwitch command="fretboard.toggle-octaves" on={view.showOctaves} />
        <CommandSwitch command="fretboard.toggle-degrees" on={view.showDegrees} />
        <CommandSwitch command="fretboard.toggle-intervals" on={view.showIntervals} />
      </Stack>
      <ScalePositionKind />
      <Divider />
      <Stack gap={10} role="group" aria-label={t('Panels')}>
        <CommandSwitch command="fretboard.toggle-chord-line" on={panels.chordLine} />
        <CommandSwitch command="fretboard.toggle-chord-finder" on={panels.chordFinder} />
        {others.map(({ id, toggle }) => toggle && <PanelSwitch key={id} {...toggle} />)}
      </Stack>
    </Stack>
  )
}

function PanelSwitch({ command, on }: PanelToggle) {
  return <CommandSwitch command={command} on={useStore(on)} />
}

function CommandSwitch({ command: id, on }: { command: string; on: boolean }) {
  const { title, keys, run } = useCommand(id)
  return (
    <Switch
      // Without the key, which describes it.
      aria-label={title}
      checked={on}
      onChange={() => run()}
      label={title}
      labelPosition="left"
      description={keys[0]}
      classNames={{ body: styles.switch, labelWrapper: styles.switchLabel, description: styles.switchKey }}
    />
  )
}

function PressMode() {
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
