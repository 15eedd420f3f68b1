/** The place of the song while none is open: a file, one's list, or one of our own to begin with. */
import { Anchor, Button, Group, Text, Tooltip } from '@mantine/core'
import { IconFolderOpen, IconMusic, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { OWN_SONGS } from '../songs/own-songs.js'
import classes from './song-panel.module.css'

export function NothingOpen() {
  const { t, tm } = useText()
  const open = useCommand('midi-file.open-file')
  const play = useCommand('midi-file.play-song')
  const songs = useCommand('midi-file.show-songs')
  return (
    <div className={classes.nothing}>
      <Group gap="sm" wrap="nowrap" c="dimmed">
        <IconMusic size={22} aria-hidden />
        <Text c="dimmed">{t('Drop a MIDI file anywhere, or open one.')}</Text>
        <Text>
          <Anchor component="button" type="button" onClick={() => songs.run()}>
            {t('My songs')}
          </Anchor>
        </Text>
      </Group>
      <Group gap="xs">
        <Tooltip label={[open.title, ...open.keys].join(' · ')}>
          <Button variant="default" leftSection={<IconFolderOpen size={16} />} onClick={() => open.run()}>
            {t('Open…')}
          </Button>
        </Tooltip>
        {OWN_SONGS.map(({ id, title }, place) => (
          <Button
            key={id}
            variant={place === 0 ? 'filled' : 'default'}
            leftSection={<IconPlayerPlayFilled size={14} />}
            onClick={() => play.run({ song: id })}
          >
            {t('Play {{song}}', { song: tm('midi-file', title) })}
          </Button>
        ))}
      </Group>
    </div>
  )
}
