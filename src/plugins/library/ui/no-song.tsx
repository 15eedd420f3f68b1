import { Anchor, Button, Group, Text, Tooltip } from '@mantine/core'
import { IconFolderOpen, IconMusic, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useTouchInput } from '../../../core/react/hooks/use-touch-input.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { OPEN_SONG } from '../import/open-song.js'
import { INCLUDED_SONGS } from '../list/included-songs.js'

export default function NoSong() {
  const { t, tm } = useText()
  const open = useCommand('library.open-file')
  const play = useCommand('library.play-song')
  const songs = useCommand('library.show-songs')
  const reopening = useStore(useService(OPEN_SONG).reopening)
  return (
    <Group justify="space-between" gap="12px 24px" style={reopening ? { visibility: 'hidden' } : undefined}>
      <Group gap="sm" wrap="nowrap" c="dimmed">
        <IconMusic size={22} aria-hidden style={{ flex: 'none' }} />
        <Text c="dimmed">
          {useTouchInput()
            ? t('Open a MIDI, Guitar Pro, MusicXML or ABC file.')
            : t('Drop a MIDI, Guitar Pro, MusicXML or ABC file anywhere, or open one.')}{' '}
          {songs.offered && (
            <Anchor
              component="button"
              type="button"
              style={{ whiteSpace: 'nowrap' }}
              onClick={() => songs.run()}
            >
              {t('Library')}
            </Anchor>
          )}
        </Text>
      </Group>
      <Group gap="xs">
        <Tooltip label={[open.title, ...open.keys].join(' · ')}>
          <Button variant="default" leftSection={<IconFolderOpen size={16} />} onClick={() => open.run()}>
            {t('Open…')}
          </Button>
        </Tooltip>
        {INCLUDED_SONGS.map(({ id, title }, place) => (
          <Button
            key={id}
            variant={place === 0 ? 'filled' : 'default'}
            leftSection={<IconPlayerPlayFilled size={14} />}
            aria-label={t('Play {{song}}', { song: tm('library', title) })}
            onClick={() => play.run({ song: id })}
          >
            {tm('library', title)}
          </Button>
        ))}
      </Group>
    </Group>
  )
}
