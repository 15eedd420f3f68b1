import { ActionIcon, Drawer, Group, Menu, Stack, Text, Tooltip } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import {
  IconAdjustmentsHorizontal,
  IconDots,
  IconDownload,
  IconFolderOpen,
  IconList,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconX,
} from '@tabler/icons-react'
import { useEffect } from 'react'
import { COMMANDS, SETTINGS } from '../../../core/kernel/services/tokens.js'
import { CommandButton, CommandIcon, CommandItem } from '../../../core/react/command-button.js'
import { DockTool } from '../../../core/react/dock/dock-tool.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useFingers } from '../../../core/react/hooks/use-fingers.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { songSettings } from '../settings.js'
import { type OpenSong, SONG_SESSION } from '../tokens.js'
import { PanelParts } from './panel-parts.js'
import { SongProgress } from './song-progress.js'
import classes from './transport.module.css'

/** Below this width the labeled tools leave no room for the position. */
const NARROW = '(max-width: 62em)'

const SHEET_HEIGHT = 500

const SONG_ACTIONS = [
  { command: 'player.rewind-song', Icon: IconPlayerSkipBackFilled },
  { command: 'library.open-file', Icon: IconFolderOpen },
  { command: 'player.export-midi', Icon: IconDownload },
  { command: 'player.close-song', Icon: IconX },
]

export default function Transport() {
  const song = useStore(useService(SONG_SESSION).view, view => view.song)
  const { t } = useText()
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  useSpaceBar()
  if (!song) return null
  return (
    <section className={classes.transport} aria-label={t('Transport')}>
      {!hasNotes(song) ? <Empty song={song} /> : narrow ? <Row song={song} /> : <Full song={song} />}
      <PanelParts slot="dock" />
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
        <CommandIcon command="player.rewind-song" variant="subtle" color="gray" size={44}>
          <IconPlayerSkipBackFilled size={18} />
        </CommandIcon>
        <PlayButton />
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
      <PlayButton />
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
          </Group>
          <Stack gap={6}>
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
      <Text style={{ gridColumn: '1 / -2' }}>{t('“{{name}}” contains no notes.', { name: song.title })}</Text>
      <SongMenu />
    </>
  )
}

function PlayButton() {
  const { t } = useText()
  const playing = useStore(useService(SONG_SESSION).view, view => view.playing)
  const toggle = useCommand('player.toggle-playing')
  const fingers = useFingers()
  const label = playing ? t('Pause the song') : t('Play the song')
  return (
    <Tooltip label={[label, ...(fingers ? [] : [t('Space')]), ...toggle.keys].join(' · ')}>
      <ActionIcon size={48} radius="xl" aria-label={label} onClick={() => toggle.run()}>
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
    toggle.run()
    onToggle?.()
  }
  return (
    onNeck && (
      <DockTool caption={t('Tracks')} label={toggle.title} on={shown} onClick={pressed}>
        <IconList size={20} />
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

/** Sets the condition `player.space-free`: no focused control uses the space bar. */
function useSpaceBar(): void {
  const commands = useService(COMMANDS)

  useEffect(() => {
    const look = (focused: EventTarget | null) => {
      const used = focused instanceof Element && focused.closest(USES_SPACE) !== null
      commands.setContext('player.space-free', !used)
    }
    const focusIn = (event: FocusEvent) => look(event.target)
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
