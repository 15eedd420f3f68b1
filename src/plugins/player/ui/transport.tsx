import { ActionIcon, Drawer, Group, Menu, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import {
  IconAdjustmentsHorizontal,
  IconArrowsSplit2,
  IconCut,
  IconDots,
  IconDownload,
  IconFileMusic,
  IconFolderOpen,
  IconHistory,
  IconLayoutSidebarRight,
  IconList,
  IconMetronome,
  IconMicrophoneOff,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconX,
} from '@tabler/icons-react'
import { type ChangeEvent, type MouseEvent, useCallback, useEffect, useRef } from 'react'
import { COMMANDS, SETTINGS } from '../../../core/kernel/tokens.js'
import { CommandButton, CommandIcon, CommandItem } from '../../../core/react/command-button.js'
import { DockTool } from '../../../core/react/dock-tool.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useMoment } from '../../../core/react/hooks/use-moment.js'
import { useTouchInput } from '../../../core/react/hooks/use-touch-input.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { timeText } from '../../../music/song/time-text.js'
import { songSettings } from '../settings.js'
import { type OpenSong, PLAYBACK_SETTINGS, SONG_SESSION } from '../tokens.js'
import { PanelParts, TRACKS_ID } from './panel-parts.js'
import classes from './transport.module.css'

/** Width below which labeled tools would leave no room for the progress bar. */
const NARROW = '(max-width: 62em)'

const SHEET_HEIGHT = 500

const SONG_ACTIONS = [
  { command: 'player.rewind-song', Icon: IconPlayerSkipBackFilled },
  { command: 'library.open-file', Icon: IconFolderOpen },
  { command: 'player.export-midi', Icon: IconDownload },
  { command: 'audio-export.save', Icon: IconFileMusic },
  { command: 'audio-export.save-practice-track', Icon: IconMicrophoneOff },
  { command: 'recording.keep-last', Icon: IconHistory },
  { command: 'recording.trim', Icon: IconCut },
  { command: 'recording.split', Icon: IconArrowsSplit2 },
  { command: 'player.close-song', Icon: IconX },
]

export default function Transport() {
  const song = useStore(useService(SONG_SESSION).view, view => view.song)
  const { t } = useText()
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  useSpaceBar()
  if (!song) return null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only needed after pointer clicks, to free the space bar
    <section className={classes.transport} aria-label={t('Transport')} onClick={freeSpaceBar}>
      <PanelParts slot="dock" />
      {!hasNotes(song) ? <Empty song={song} /> : narrow ? <Row song={song} /> : <Full song={song} />}
    </section>
  )
}

function hasNotes({ tracks }: OpenSong): boolean {
  return tracks.some(({ notes }) => notes > 0)
}

function Full({ song }: { song: OpenSong }) {
  return (
    <>
      <Group gap={4} wrap="nowrap">
        <CommandIcon command="player.rewind-song" position="right" variant="subtle" color="gray" size={44}>
          <IconPlayerSkipBackFilled size={18} />
        </CommandIcon>
        <PlayButton />
        <PanelParts slot="steps" />
      </Group>
      <SongProgress song={song} withTimeline />
      <Group gap={2} wrap="nowrap">
        <PanelParts slot="tools" />
        <PanelParts slot="transport" />
        <TracksTool />
      </Group>
      <SongMenu />
    </>
  )
}

function Row({ song }: { song: OpenSong }) {
  const { t } = useText()
  const [opened, sheet] = useDisclosure()
  return (
    <>
      <Group gap={4} wrap="nowrap">
        <PlayButton />
        <PanelParts slot="steps" />
      </Group>
      <SongProgress song={song} />
      <DockTool caption={t('Tools')} aria-expanded={opened} onClick={sheet.open}>
        <IconAdjustmentsHorizontal size={20} />
      </DockTool>
      <Drawer
        opened={opened}
        onClose={sheet.close}
        position="bottom"
        size={SHEET_HEIGHT}
        title={song.title}
        closeButtonProps={{ 'aria-label': t('Close') }}
      >
        <Stack gap="md">
          <PanelParts slot="timeline" />
          <Group gap={4}>
            <PanelParts slot="tools" />
            <PanelParts slot="transport" />
            <TracksTool onToggle={sheet.close} />
            <PanelsTool onToggle={sheet.close} />
          </Group>
          <Stack gap={6} onClick={sheet.close}>
            {SONG_ACTIONS.map(({ command, Icon }) => (
              <CommandButton
                key={command}
                command={command}
                variant="default"
                justify="flex-start"
                size="sm"
                leftSection={<Icon size={18} />}
              />
            ))}
          </Stack>
        </Stack>
      </Drawer>
    </>
  )
}

function Empty({ song }: { song: OpenSong }) {
  const { t } = useText()
  return (
    <>
      <Group gap={4} wrap="nowrap">
        <PanelParts slot="steps" />
      </Group>
      <Text style={{ gridColumn: '2 / -2' }}>{t('“{{name}}” contains no notes.', { name: song.title })}</Text>
      <SongMenu />
    </>
  )
}

function PlayButton() {
  const { t } = useText()
  const playing = useStore(useService(SONG_SESSION).view, view => view.playing)
  const toggle = useCommand('player.toggle-playing')
  const isTouch = useTouchInput()
  const label = playing ? t('Pause the song') : t('Play the song')
  return (
    <Tooltip
      position="right"
      disabled={playing}
      label={[label, ...(isTouch ? [] : [t('Space')]), ...toggle.keys].join(' · ')}
    >
      <ActionIcon size={48} radius="xl" data-play aria-label={label} onClick={() => toggle.run()}>
        {playing ? <IconPlayerPauseFilled size={22} /> : <IconPlayerPlayFilled size={22} />}
      </ActionIcon>
    </Tooltip>
  )
}

function TracksTool({ onToggle }: { onToggle?: () => void }) {
  const { t } = useText()
  const onNeck = useStore(useService(COMMANDS).conditions, ({ route }) => route === '/fretboard')
  const shown = useStore(useService(SETTINGS).store(songSettings), settings => settings.tracksShown)
  const toggle = useCommand('player.toggle-tracks')
  const pressed = () => {
    onToggle?.()
    const panel = document.getElementById(TRACKS_ID)
    const { top = 0, height = 0 } = panel?.getBoundingClientRect() ?? {}
    // If the open track list is below the fold, scroll to it instead of closing it.
    if (!panel || top + height / 2 < innerHeight) return toggle.run()
    panel.scrollIntoView({ block: 'center' })
    panel.focus({ preventScroll: true })
  }
  return (
    onNeck && (
      <DockTool caption={t('Tracks')} label={toggle.title} on={shown} onClick={pressed}>
        <IconList size={20} />
      </DockTool>
    )
  )
}

/** Phone headers have no room for this tool. */
function PanelsTool({ onToggle }: { onToggle: () => void }) {
  const { t } = useText()
  const { enabled, run, title } = useCommand('core.toggle-right-drawer')
  const pressed = () => {
    onToggle()
    run()
  }
  return (
    enabled && (
      <DockTool caption={t('Panels')} label={title} onClick={pressed}>
        <IconLayoutSidebarRight size={20} />
      </DockTool>
    )
  )
}

function SongMenu() {
  const { t } = useText()
  return (
    <Menu position="top-end" floatingStrategy="fixed" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('Song')}>
          <IconDots size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {SONG_ACTIONS.map(({ command, Icon }) => (
          <CommandItem key={command} command={command} icon={<Icon size={16} />} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const USES_SPACE =
  'button, a, input, select, textarea, summary, [role="button"], [role="radio"], [role="option"], ' +
  '[role="dialog"], [contenteditable=""], [contenteditable="true"]'

/** Removes focus from a clicked button, so that the space bar doesn't press it again. */
function freeSpaceBar({ detail, target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (detail === 0 || !(target instanceof Element) || !currentTarget.contains(target)) return
  target.closest<HTMLElement>('button:not([aria-haspopup], [aria-expanded])')?.blur()
}

/** Sets the condition `player.space-free`, which is true while no focused control uses the space bar. */
function useSpaceBar(): void {
  const commands = useService(COMMANDS)

  useEffect(() => {
    const look = (focused: EventTarget | null) => {
      const used = focused instanceof Element && focused.closest(USES_SPACE) !== null
      commands.setContext('player.space-free', !used)
    }
    // Another listener may have moved focus already.
    const focusIn = () => look(document.activeElement)
    const focusOut = (event: FocusEvent) => look(event.relatedTarget)
    look(document.activeElement)
    document.addEventListener('focusin', focusIn)
    document.addEventListener('focusout', focusOut)
    return () => {
      document.removeEventListener('focusin', focusIn)
      document.removeEventListener('focusout', focusOut)
      commands.setContext('player.space-free', undefined)
    }
  }, [commands])
}

function Transposed() {
  const { t } = useText()
  const transpose = useStore(useService(PLAYBACK_SETTINGS).view, view => view.transpose)
  const { run } = useCommand('practice.transpose')
  if (transpose === 0) return null
  const semitones = transpose > 0 ? `+${transpose}` : `−${-transpose}`
  const label = t('Transposed: {{semitones}}', { semitones })
  return (
    <UnstyledButton className={classes.transposed} aria-label={label} title={label} onClick={() => run()}>
      {semitones}
    </UnstyledButton>
  )
}

const STEP_MS = 1000

function SongProgress({ song, withTimeline = false }: { song: OpenSong; withTimeline?: boolean }) {
  const { t } = useText()
  const session = useService(SONG_SESSION)
  const playing = useStore(session.view, view => view.playing)
  const counting = useStore(session.view, view => view.counting)
  const fromMs = useStore(session.view, view => view.fromMs)
  const metronome = useStore(useService(PLAYBACK_SETTINGS).options, options => options.metronome)
  const slider = useRef<HTMLInputElement>(null)
  const place = useRef<HTMLSpanElement>(null)
  const time = useRef<HTMLSpanElement>(null)
  const { lengthMs, bars, barBeatAt } = song

  const show = useCallback(
    (ms: number) => {
      const at = Math.min(Math.max(0, ms), lengthMs)
      const input = slider.current
      if (!input || !place.current || !time.current) return
      input.style.setProperty('--played', `${lengthMs > 0 ? (at / lengthMs) * 100 : 0}%`)
      const placeText =
        counting > 0 && at <= fromMs
          ? t('in {{left}}', { left: counting })
          : t('bar {{bar}}.{{beat}}', { ...barBeatAt(at) })
      const clock = timeText(at)
      const changed = time.current.textContent !== clock
      if (changed) time.current.textContent = clock
      if (place.current.textContent !== placeText) place.current.textContent = placeText
      // Screen readers announce the position, so update it once per second.
      if (!changed && input.ariaValueText !== null) return
      input.value = String(at)
      const spoken = t('{{time}} of {{length}}', { time: clock, length: timeText(lengthMs) })
      const bar = t('bar {{bar}} of {{bars}}', { bar: barBeatAt(at).bar, bars })
      input.setAttribute('aria-valuetext', `${bar}, ${spoken}`)
    },
    [lengthMs, bars, barBeatAt, counting, fromMs, t],
  )

  useMoment({ running: playing, rest: fromMs, now: () => session.positionMs() }, show)

  const moved = (event: ChangeEvent<HTMLInputElement>) => session.seek(Number(event.currentTarget.value))

  return (
    <div className={classes.progress}>
      <div className={classes.facts}>
        <Text inherit truncate flex={1} fw={600} c="var(--fw-ink)" title={song.title}>
          {song.title}
        </Text>
        <Group justify="space-between" gap={8} wrap="nowrap" style={{ whiteSpace: 'nowrap' }}>
          <Transposed />
          {metronome && <IconMetronome size={16} role="img" aria-label={t('The metronome is on')} />}
          <span ref={place} data-song-place />
          <span className={classes.length}>
            <span ref={time} data-song-time /> / {timeText(lengthMs)}
          </span>
        </Group>
      </div>
      <div>
        <input
          ref={slider}
          className={classes.slider}
          type="range"
          min={0}
          // Round up to whole steps, so that the slider can reach the end.
          max={Math.max(1, Math.ceil(lengthMs / STEP_MS)) * STEP_MS}
          step={STEP_MS}
          defaultValue={0}
          aria-label={t('Playback time')}
          onChange={moved}
        />
        {withTimeline && <PanelParts slot="timeline" />}
      </div>
    </div>
  )
}
