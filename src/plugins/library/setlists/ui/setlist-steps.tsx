import { Anchor, Group, VisuallyHidden } from '@mantine/core'
import { IconPlayerTrackNextFilled, IconPlayerTrackPrevFilled } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { CommandIcon } from '../../../../core/react/command-button.js'
import { useSaid } from '../../../../core/react/hooks/use-said.js'
import { useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { PLAYING_SETLIST, type SetlistPlace } from '../playing-setlist.js'

export default function SetlistSteps() {
  const { at } = useStore(useService(PLAYING_SETLIST).view)
  return at && <Steps {...at} />
}

function Steps({ list, place, waiting }: SetlistPlace) {
  const { t } = useText()
  const values = { number: place + 1, total: list.songs.length, song: list.songs[place]?.title ?? '' }
  useSaid(waiting ? t('Press Next or a pedal to start “{{song}}”.', values) : '')
  const icon = { variant: 'subtle', color: 'gray', size: 36 } as const
  return (
    <Group gap={0} wrap="nowrap" role="group" aria-label={t('Setlist “{{name}}”', { name: list.name })}>
      <CommandIcon command="setlists.previous" {...icon}>
        <IconPlayerTrackPrevFilled size={16} />
      </CommandIcon>
      <Anchor component={Link} to={`/setlists/${list.id}`} c="dimmed" fz={12} ta="center" miw={32}>
        <span aria-hidden>{t('{{number}}/{{total}}', values)}</span>
        <VisuallyHidden>{list.name}</VisuallyHidden>
      </Anchor>
      <CommandIcon
        command="setlists.next"
        {...icon}
        {...(waiting && { variant: 'filled', color: 'accent', label: t('Start “{{song}}”', values) })}
      >
        <IconPlayerTrackNextFilled size={16} />
      </CommandIcon>
    </Group>
  )
}
