import {
  ActionIcon,
  Box,
  Button,
  Divider,
  Drawer,
  Group,
  Menu,
  Popover,
  RangeSlider,
  SegmentedControl,
  Stack,
  Switch,
  Text,
} from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconChevronDown, IconShare2 } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { splitWords } from '../../../../core/commands/search/text-form.js'
import { CommandItem } from '../../../../core/react/command-button.js'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useTouchInput } from '../../../../core/react/hooks/use-touch-input.js'
import { Select } from '../../../../core/react/inputs/select.js'
import { useKernel, useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { SecondaryButton } from '../../../../core/react/looks.js'
import { shownNote } from '../../../../music/guitar/note-names.js'
import { MAX_FRET } from '../../../../music/guitar/position.js'
import { SCALE_NAMES, TONICS } from '../../../../music/theory/names.js'
import { tonicWords } from '../../choices/scale-choices.js'
import { NECK_EXTENSIONS } from '../../neck/neck-extensions.js'
import { panelSettings } from '../../settings.js'
import { NECK_VIEW, type NeckView, type PanelToggle } from '../../tokens.js'
import styles from '../fretboard-page.module.css'
import { NARROW } from '../neck/use-vertical.js'
import { InstrumentMenu, InstrumentOptions } from './instrument-menu.js'
import { ScalePositionKind } from './scale-positions.js'
import { scaleAliases, useSearchFilter } from './search-filter.js'
import { CustomTunings, TuningChoice } from './tuning-choice.js'

export function Toolbar() {
  const { t } = useText()
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  return (
    <Box className={`fw-on-screen ${styles.tools}`} role="group" aria-label={t('Neck settings')}>
      <ScaleChoice />
      <TuningChoice />
      {narrow ? (
        <MoreTools />
      ) : (
        <>
          <CustomTunings />
          <FretsChoice />
          <ChordsToggle />
          <ViewMenu />
          <InstrumentMenu />
          <ShareMenu />
        </>
      )}
    </Box>
  )
}

/** On phones, the toolbar is a single row; the remaining tools are in a sheet. */
function MoreTools() {
  const { t } = useText()
  const [opened, sheet] = useDisclosure()
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('Neck settings')}
        aria-expanded={opened}
        onClick={sheet.open}
      >
        <IconAdjustmentsHorizontal size={18} />
      </ActionIcon>
      <Drawer
        opened={opened}
        onClose={sheet.close}
        position="bottom"
        size="75%"
        title={t('Neck settings')}
        closeButtonProps={{ 'aria-label': t('Close') }}
      >
        <Stack gap="md">
          <Group gap={6}>
            <FretsChoice />
            <ChordsToggle onDone={sheet.close} />
            <CustomTunings />
            <ShareMenu />
          </Group>
          <ViewOptions />
          <Divider />
          <InstrumentOptions />
        </Stack>
      </Drawer>
    </>
  )
}

function ChordsToggle({ onDone }: { readonly onDone?: () => void }) {
  const { t } = useText()
  const { title, run } = useCommand('fretboard.toggle-chord-finder')
  const isOpen = useStore(useKernel().settings.store(panelSettings), panels => panels.chordFinder)
  return (
    <SecondaryButton
      className={styles.tool}
      aria-pressed={isOpen}
      title={title}
      onClick={() => {
        run()
        onDone?.()
      }}
    >
      {t('Chords')}
    </SecondaryButton>
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

function ViewMenu() {
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

const SWITCH_STYLES = {
  body: { justifyContent: 'space-between' },
  labelWrapper: { flex: 1, flexDirection: 'row', alignItems: 'center', justifyContent: 'space-between' },
  description: { margin: 0, paddingInline: 8 },
} as const

function CommandSwitch({ command: id, on }: { command: string; on: boolean }) {
  const { title, keys, run } = useCommand(id)
  return (
    <Switch
      // Exclude the shortcut from the accessible name.
      aria-label={title}
      checked={on}
      onChange={() => run()}
      label={title}
      labelPosition="left"
      description={keys[0]}
      styles={SWITCH_STYLES}
    />
  )
}

const CHOSEN = 'color-mix(in srgb, var(--fw-accent) 18%, var(--fw-panel))'

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
      bg="var(--fw-panel)"
      bd="1px solid var(--fw-line)"
      styles={{ indicator: { background: CHOSEN, boxShadow: 'none' } }}
    />
  )
}

const scaleOf = ({ scale }: NeckView) => scale

function ScaleChoice() {
  const { t, tm } = useText()
  const command = useCommand('fretboard.set-scale')
  const isTouch = useTouchInput()
  const view = useService(NECK_VIEW)
  const current = useStore(view, scaleOf)
  const noteNames = useStore(view, now => now.noteNames)
  const tonics = useMemo(
    () => TONICS.map(tonic => ({ value: tonic, label: shownNote(tonic, noteNames) })),
    [noteNames],
  )
  const tonic = TONICS.find(each => each === current.tonic) ?? null
  const tonicEntries = useCallback(
    () =>
      tonics.map(({ value, label }) => ({
        id: value,
        texts: [label, ...splitWords(tonicWords(value, noteNames))],
      })),
    [tonics, noteNames],
  )
  const tonicSearch = useSearchFilter(tonicEntries, tonic === null ? undefined : shownNote(tonic, noteNames))
  const name = SCALE_NAMES.find(each => each.toLowerCase() === current.type) ?? null
  const entries = useCallback(
    () => SCALE_NAMES.map(id => ({ id, texts: [tm('fretboard', id), id, ...scaleAliases(id)] })),
    [tm],
  )
  const data = useMemo(() => SCALE_NAMES.map(value => ({ value, label: tm('fretboard', value) })), [tm])
  const search = useSearchFilter(entries, name === null ? undefined : tm('fretboard', name))
  const choose = (wanted: string | null, scale: string | null) =>
    command.run({ tonic: wanted ?? (current.tonic || 'C'), scale: scale ?? name ?? 'Major' })
  return (
    <Group gap={4} wrap="nowrap" className={styles.scale}>
      <Select
        aria-label={t('Tonic')}
        w={84}
        flex="none"
        searchable={!isTouch}
        data={tonics}
        {...tonicSearch}
        value={tonic}
        onChange={wanted => choose(wanted, null)}
        comboboxProps={{ width: 90, position: 'bottom-start' }}
      />
      <Select
        aria-label={t('Scale')}
        flex={1}
        miw={0}
        searchable
        data={data}
        {...search}
        value={name}
        onChange={scale => choose(null, scale)}
        nothingFoundMessage={t('No matching scales')}
        comboboxProps={{ width: 260, position: 'bottom-start' }}
      />
    </Group>
  )
}

const QUICK: readonly [number, number][] = [
  [0, 5],
  [0, 12],
  [5, 12],
  [0, 22],
]

function FretsChoice() {
  const { t } = useText()
  const { commands } = useKernel()
  const view = useService(NECK_VIEW)
  const fretMin = useStore(view, now => now.fretMin)
  const fretMax = useStore(view, now => now.fretMax)
  const capo = useStore(view, now => now.capo)
  const [moving, setMoving] = useState<[number, number]>()
  const [first, last] = moving ?? [fretMin, fretMax]
  const choose = async (range: [number, number]) => {
    setMoving(range)
    const [from, to] = range
    await commands.execute('fretboard.set-frets', { from, to })
    // Show the actual range. The command may have failed, or a song may need more frets.
    setMoving(now => (now === range ? undefined : now))
  }
  const range = `${first}–${last}`
  return (
    <Popover width={300} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" className={styles.tool} aria-label={t('Frets {{range}}', { range })}>
          <Text span inherit c="dimmed" visibleFrom="sm">
            {t('Frets')}&nbsp;
          </Text>
          {range}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Frets')}>
        <Group justify="space-between" mb="xs">
          <Text size="sm">{t('Frets')}</Text>
          <Text size="sm" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
            {range}
          </Text>
        </Group>
        <RangeSlider
          min={0}
          max={MAX_FRET - capo}
          minRange={0}
          step={1}
          label={null}
          value={[first, last]}
          onChange={setMoving}
          onChangeEnd={chosen => void choose(chosen)}
          thumbFromLabel={t('First fret')}
          thumbToLabel={t('Last fret')}
          thumbValueText={fret => t('Fret {{fret}}', { fret })}
        />
        <Group gap={6} grow mt="md">
          {QUICK.map(([from, to]) => (
            <Button key={`${from} ${to}`} size="xs" variant="default" onClick={() => void choose([from, to])}>
              {`${from}–${to}`}
            </Button>
          ))}
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
