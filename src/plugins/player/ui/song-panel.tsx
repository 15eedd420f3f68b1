import { Box, Group, List, Stack, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useDeferredValue, useEffect, useRef } from 'react'
import { SETTINGS } from '../../../core/kernel/services/tokens.js'
import { CommandIcon } from '../../../core/react/command-button.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { songSettings } from '../settings.js'
import { type OpenSong, SONG_SESSION } from '../tokens.js'
import { PanelParts } from './panel-parts.js'
import { SongTracks } from './song-tracks.js'

export default function SongPanel() {
  const { t } = useText()
  // Deferred, since rendering a hundred controls would delay a playing song.
  const song = useDeferredValue(useStore(useService(SONG_SESSION).view, view => view.song))
  const shown = useStore(useService(SETTINGS).store(songSettings), settings => settings.tracksShown)
  // The user may have to scroll to tracks opened just now.
  const scrolls = useRef(!shown)
  if (!shown) scrolls.current = true
  return (
    <>
      <PanelParts slot="top" />
      {!song && (
        <Box
          component="section"
          className="fw-card fw-on-screen"
          px={{ base: 12, sm: 20 }}
          py={12}
          aria-label={t('Song')}
        >
          <PanelParts slot="empty" />
        </Box>
      )}
      {song && shown && <Tracks song={song} scrolls={scrolls.current} />}
    </>
  )
}

function Tracks({ song, scrolls }: { song: OpenSong; scrolls: boolean }) {
  const { t, tm } = useText()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (scrolls) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [scrolls])
  return (
    <Stack
      component="section"
      ref={panel}
      className="fw-card fw-on-screen"
      gap={8}
      miw={0}
      px={{ base: 12, sm: 20 }}
      py={12}
      aria-label={t('Tracks')}
    >
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} fz={13}>
          {t('Tracks')}
        </Title>
        <CommandIcon
          command="player.toggle-tracks"
          label={t('Close the tracks')}
          variant="subtle"
          color="gray"
        >
          <IconX size={16} />
        </CommandIcon>
      </Group>
      <SongTracks song={song} />
      {song.notes.length > 0 && (
        <List fz={13} c="dimmed" aria-label={t('Not imported')}>
          {song.notes.map(note => (
            <List.Item key={note.code}>
              {tm(note.source ?? 'midi-file', note.sentence, note.values)}
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  )
}
