/** The song below the neck: its transport, its tracks, and the parts that other plugins add. */
import { ActionIcon, Group, Stack, Text, Tooltip } from '@mantine/core'
import {
  IconFolderOpen,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconPlayerStopFilled,
  IconX,
} from '@tabler/icons-react'
import { useDeferredValue, useEffect } from 'react'
import { COMMANDS } from '../../../core/kernel/services/tokens.js'
import { CommandIcon } from '../../../core/react/command-button.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useFingers } from '../../../core/react/hooks/use-fingers.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { type OpenSong, SONG_SESSION } from '../tokens.js'
import { PanelParts } from './panel-parts.js'
import classes from './song-panel.module.css'
import { SongProgress } from './song-progress.js'
import { SongTracks } from './song-tracks.js'

export default function SongPanel() {
  const { t } = useText()
  // Drawn in slices: a hundred controls in one piece would hold up a song that plays meanwhile.
  const song = useDeferredValue(useStore(useService(SONG_SESSION).view, view => view.song))
  useSpaceBar()
  return (
    <Stack
      component="section"
      className="fw-card fw-on-screen"
      gap={12}
      miw={0}
      px={{ base: 12, sm: 20 }}
      py={{ base: 12, sm: 14 }}
      aria-label={t('Song')}
    >
      <PanelParts slot="top" />
      {song ? <Opened song={song} /> : <PanelParts slot="empty" />}
    </Stack>
  )
}

function Opened({ song }: { song: OpenSong }) {
  const { t, tm } = useText()
  // After the transport: with many tracks they take most of the time to render.
  const withTracks = useDeferredValue(song, undefined)
  return (
    <>
      {hasNotes(song) ? (
        <>
          <div className={classes.transport}>
            <PlayButton />
            <SongProgress song={song} />
            <SongButtons />
          </div>
          <PanelParts slot="tools" />
          {withTracks && <SongTracks song={withTracks} />}
        </>
      ) : (
        <Empty song={song} />
      )}
      {song.notes.length > 0 && (
        <ul className={classes.notes} aria-label={t('Not imported')}>
          {song.notes.map(note => (
            <li key={note.code}>{tm(note.source ?? 'midi-file', note.sentence, note.values)}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function hasNotes({ tracks }: OpenSong): boolean {
  return tracks.some(({ notes }) => notes > 0)
}

/** Nothing to play, only the other buttons. */
function Empty({ song }: { song: OpenSong }) {
  const { t } = useText()
  return (
    <Group justify="space-between" gap="md">
      <Text>{t('“{{name}}” has no notes to play.', { name: song.title })}</Text>
      <SongButtons />
    </Group>
  )
}

function PlayButton() {
  const { t } = useText()
  const playing = useStore(useService(SONG_SESSION).view, view => view.playing)
  const toggle = useCommand('player.toggle-playing')
  const fingers = useFingers()
  const label = playing ? t('Stop the song') : t('Play the song')
  return (
    <Tooltip label={[label, ...(fingers ? [] : [t('Space')]), ...toggle.keys].join(' · ')}>
      <ActionIcon size={52} radius="xl" aria-label={label} onClick={() => toggle.run()}>
        {playing ? <IconPlayerStopFilled size={24} /> : <IconPlayerPlayFilled size={24} />}
      </ActionIcon>
    </Tooltip>
  )
}

const BUTTONS = [
  { command: 'player.rewind-song', Icon: IconPlayerSkipBackFilled },
  { command: 'library.open-file', Icon: IconFolderOpen },
  { command: 'player.close-song', Icon: IconX },
]

function SongButtons() {
  return (
    <Group gap={4} wrap="nowrap">
      {BUTTONS.map(({ command, Icon }) => (
        <CommandIcon key={command} command={command} variant="subtle" color="gray" size="lg">
          <Icon size={18} />
        </CommandIcon>
      ))}
    </Group>
  )
}

/** What presses, types or chooses with the space bar, or scrolls by it on purpose. */
const USES_SPACE =
  'button, a, input, select, textarea, summary, [role="button"], [role="radio"], [role="option"], ' +
  '[role="dialog"], [contenteditable=""], [contenteditable="true"]'

/** Sets the condition `player.space-free`: no control has the focus that would use the space bar itself. */
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
