import {
  ActionIcon,
  Button,
  Group,
  Menu,
  Popover,
  RangeSlider,
  SegmentedControl,
  Stack,
  Text,
  Tooltip,
} from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCopy,
  IconDots,
  IconFileCode,
  IconFileText,
  IconHandStop,
  IconMusic,
  IconPinnedOff,
  IconPrinter,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { NOTICES, SETTINGS } from '../../../core/kernel/tokens.js'
import { CommandIcon, CommandItem } from '../../../core/react/command-button.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { usePrinting } from '../../../core/react/hooks/use-printing.js'
import { useKernel, useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { PluginScreen, ScreenBoundary } from '../../../core/react/plugin-screen.js'
import { MAX_FRET } from '../../../music/guitar/position.js'
import { NECK_VIEW, SONG_LAYOUT } from '../../fretboard/tokens.js'
import { type OpenSong, SONG_FINGERING, SONG_SESSION } from '../../player/tokens.js'
import { VIEWS } from '../notation/views.js'
import { TAB_VIEW, tablatureSettings, ZOOMS } from '../settings.js'
import { songText } from '../tablature/tab-text.js'
import { tabTime } from '../tablature/tab-time.js'
import { Lane } from './lane.js'
import classes from './tablature-panel.module.css'
import { TrackTuning } from './track-tuning.js'

export default function TablaturePanel() {
  // Deferred, so that drawing doesn't interrupt playback.
  const song = useDeferredValue(useStore(useService(SONG_SESSION).view, view => view.song))
  const other = useNotation()
  if (!song) return null
  return (
    <>
      <Opened song={song} other={other} />
      {!other && <PaperTab song={song} />}
    </>
  )
}

/** Above a large neck, the tablature lane replaces the default view. */
function useNotation() {
  const view = useStore(useService(SETTINGS).store(tablatureSettings), settings => settings.view)
  const layout = useStore(useService(SONG_LAYOUT))
  const wanted = view === '' && layout !== 'neck' ? TAB_VIEW : view
  return VIEWS.find(({ id }) => id === wanted)
}

function Opened({ song, other }: { song: OpenSong; other: ReturnType<typeof useNotation> }) {
  const { t } = useText()
  const working = useStore(useService(SONG_FINGERING).view, view => view.working)
  const empty = useStore(useService(SONG_FINGERING).view, view => view.notes.length === 0)
  const shown = useStore(useService(SETTINGS).store(tablatureSettings), settings => settings.shown)
  const hidden = useStore(useService(SONG_LAYOUT), layout => layout === 'neck') && !shown
  const time = useMemo(() => tabTime(song), [song])
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(() =>
      style.setProperty('--fw-music', `${panel.current?.offsetHeight}px`),
    )
    if (panel.current) observer.observe(panel.current)
    return () => observer.disconnect()
  }, [])
  return (
    <Stack
      component="section"
      ref={panel}
      className="fw-card fw-on-screen"
      aria-label={hidden ? t('Layout') : t('Tablature')}
      aria-busy={working}
      gap={8}
      px={{ base: 8, sm: 16 }}
      py={8}
      miw={0}
      pos="relative"
      data-music
    >
      {hidden ? (
        <Choices />
      ) : other ? (
        <>
          <div className={classes.choices}>
            <Choices />
            <TrackTuning />
          </div>
          <PluginScreen key={song.key} plugin="score" screen="NotationView" part />
        </>
      ) : empty ? (
        <>
          <Choices />
          <Text c="dimmed">{t('The visible tracks have no notes for the neck. Show another track.')}</Text>
        </>
      ) : (
        <>
          <LaneTools />
          {/* Keyed by song, so that a rendering error doesn't affect the next song. */}
          <ScreenBoundary key={song.key} renderError={() => <Undrawn />}>
            <Lane song={song} time={time} />
          </ScreenBoundary>
        </>
      )}
    </Stack>
  )
}

function Choices() {
  return (
    <Group gap={8} wrap="nowrap">
      <LayoutChoice />
      <ViewChoice />
    </Group>
  )
}

function LayoutChoice() {
  const { t } = useText()
  const { commands } = useKernel()
  const layout = useStore(useService(SONG_LAYOUT))
  // On pages without a neck, there is no layout to choose.
  const { enabled } = useCommand('fretboard.layout-neck')
  if (!enabled) return null
  return (
    <SegmentedControl
      size="xs"
      classNames={{ label: classes.layout ?? '' }}
      aria-label={t('Layout')}
      value={layout}
      onChange={wanted => void commands.execute(`fretboard.layout-${wanted}`)}
      data={[
        { value: 'neck', label: t('Neck') },
        { value: 'score', label: t('Score') },
        { value: 'both', label: t('Both', { context: 'layout' }) },
      ]}
    />
  )
}

/** Hides labels on phones to make room for another tool. */
const NARROW = '(max-width: 36em), (max-height: 31em)'

const useNarrow = () => useMediaQuery(NARROW, false, { getInitialValueInEffect: false })

function ViewChoice() {
  const { t, tm } = useText()
  const { commands } = useKernel()
  const other = useNotation()
  const narrow = useNarrow()
  const choices = VIEWS.map(({ id, title }) => ({ value: id, label: tm('score', title) }))
  const value = other?.id ?? TAB_VIEW
  const choose = (view: string) => void commands.execute('tablature.show-view', { view })
  const next = choices[(choices.findIndex(choice => choice.value === value) + 1) % choices.length]
  if (narrow && next) {
    return (
      <ActionIcon variant="default" size={30} aria-label={next.label} onClick={() => choose(next.value)}>
        <IconMusic size={18} />
      </ActionIcon>
    )
  }
  return <SegmentedControl size="xs" aria-label={t('View')} value={value} onChange={choose} data={choices} />
}

function Undrawn() {
  const { t } = useText()
  return <Text role="alert">{t('Can’t show this song as tablature. Open another song.')}</Text>
}

function PaperTab({ song }: { readonly song: OpenSong }) {
  return usePrinting() ? <Rows song={song} /> : null
}

function Rows({ song }: { readonly song: OpenSong }) {
  const view = useService(NECK_VIEW).getState()
  const text = songText(song, useService(SONG_FINGERING), view).write([])
  return (
    <div className={`fw-on-paper ${classes.rows}`}>
      <h2>{song.title}</h2>
      {text
        .trimEnd()
        .split('\n\n')
        .map(row => (
          <pre key={row}>{row}</pre>
        ))}
    </div>
  )
}

function LaneTools() {
  const { t } = useText()
  const zoom = useStore(useService(SETTINGS).store(tablatureSettings), settings => settings.zoom)
  const zone = useStore(useService(SONG_FINGERING).view, view => view.zone !== undefined)
  const narrow = useNarrow()
  return (
    <Group role="toolbar" aria-label={t('Tablature')} gap="8px 12px" className={classes.tools}>
      <Choices />
      {(zone || !narrow) && <ZoneChoice />}
      <Group gap={4} wrap="nowrap" ml="auto">
        <CommandIcon command="tablature.zoom-out" disabled={zoom <= ZOOMS[0]} visibleFrom="xs">
          <IconZoomOut size={18} />
        </CommandIcon>
        <CommandIcon command="tablature.zoom-in" disabled={zoom >= (ZOOMS.at(-1) ?? 0)} visibleFrom="xs">
          <IconZoomIn size={18} />
        </CommandIcon>
        <MoreMenu />
      </Group>
      <TrackTuning />
    </Group>
  )
}

function ZoneChoice() {
  const { t } = useText()
  const zone = useStore(useService(SONG_FINGERING).view, view => view.zone)
  const most = MAX_FRET - useStore(useService(NECK_VIEW), view => view.capo)
  const { commands } = useKernel()
  const clear = useCommand('tablature.clear-zone')
  // Dragging only updates the numbers. The fingering is solved again on release.
  const [moving, setMoving] = useState<[number, number]>()
  const choose = async (range: [number, number]) => {
    setMoving(range)
    await commands.execute('tablature.set-zone', { from: range[0], to: range[1] })
    setMoving(now => (now === range ? undefined : now))
  }
  const inForce: [number, number] = zone ? [zone.from, zone.to] : [0, most]
  // A capo that was set later leaves fewer frets.
  const [from, to] = (moving ?? inForce).map(fret => Math.min(fret, most)) as [number, number]
  return (
    <Popover width={280} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant={zone ? 'light' : 'default'}
          color="accent"
          leftSection={<IconHandStop size={16} />}
        >
          {zone ? t('Position: frets {{from}}–{{to}}', { ...zone }) : t('Position: any')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Hand position')}>
        <Stack gap="sm">
          <Text size="sm">{t('Places notes in this position where possible.')}</Text>
          <Text size="sm" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
            {t('Frets {{from}}–{{to}}', { from, to })}
          </Text>
          <RangeSlider
            min={0}
            max={most}
            minRange={2}
            pushOnOverlap={false}
            step={1}
            label={null}
            value={[from, to]}
            onChange={setMoving}
            onChangeEnd={range => void choose(range)}
            thumbFromLabel={t('First fret')}
            thumbToLabel={t('Last fret')}
            thumbValueText={fret => t('Fret {{fret}}', { fret })}
          />
          <Button size="xs" variant="default" disabled={!zone} onClick={() => clear.run()}>
            {t('Any position')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Undo is in the menu. A button that comes and goes would move the music. */
function MoreMenu() {
  const { t } = useText()
  const { undos, redos } = useStore(useService(NOTICES).steps)
  const pinned = useStore(useService(SONG_FINGERING).view, view => view.pins.length > 0)
  const label = t('Edit, print or export tablature')
  return (
    <Menu position="bottom-end" shadow="md">
      <Tooltip label={label}>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={label}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        {undos.length > 0 && <CommandItem command="core.undo" icon={<IconArrowBackUp size={16} />} />}
        {redos.length > 0 && <CommandItem command="core.redo" icon={<IconArrowForwardUp size={16} />} />}
        {pinned && <CommandItem command="tablature.free-all" icon={<IconPinnedOff size={16} />} />}
        <CommandItem command="notation.print" icon={<IconPrinter size={16} />} />
        <CommandItem command="tablature.copy" icon={<IconCopy size={16} />} />
        <CommandItem command="tablature.save-text" icon={<IconFileText size={16} />} />
        <CommandItem command="tablature.save-page" icon={<IconFileCode size={16} />} />
      </Menu.Dropdown>
    </Menu>
  )
}
