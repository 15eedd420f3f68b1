/** One track: shown on the neck or not, muted, solo, and its volume. */
import { ActionIcon, Group, Slider, Tooltip } from '@mantine/core'
import { IconEye, IconEyeOff, IconHeadphones, IconVolume, IconVolumeOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { PLAIN_TRACK } from '../playback/song-mix.js'
import { PLAYBACK_SETTINGS } from '../tokens.js'
import classes from './song-panel.module.css'

interface TrackMixerProps {
  /** From 1. */
  readonly track: number
  readonly name: string
  /** `undefined` where there is nothing to choose. */
  readonly shown: boolean | undefined
}

export function TrackMixer({ track, name, shown }: TrackMixerProps) {
  const { t } = useText()
  const mix = useStore(useService(PLAYBACK_SETTINGS).view, view => view.tracks.get(track - 1)) ?? PLAIN_TRACK
  const volume = useCommand('player.set-track-volume')
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {shown !== undefined && (
        <Toggle
          command="player.toggle-track"
          track={track}
          on={shown}
          label={t('Show {{track}} on the neck', { track: name })}
          icon={shown ? <IconEye size={16} /> : <IconEyeOff size={16} />}
        />
      )}
      <Toggle
        command="player.mute-track"
        track={track}
        on={mix.muted}
        label={t('Mute {{track}}', { track: name })}
        icon={mix.muted ? <IconVolumeOff size={16} /> : <IconVolume size={16} />}
      />
      <Toggle
        command="player.solo-track"
        track={track}
        on={mix.solo}
        label={t('Solo {{track}}', { track: name })}
        icon={<IconHeadphones size={16} />}
      />
      <Slider
        className={classes.volume}
        size="xs"
        min={0}
        max={100}
        step={5}
        value={Math.round(mix.volume * 100)}
        label={value => `${value} %`}
        thumbLabel={t('Volume of {{track}}', { track: name })}
        onChange={percent => volume.run({ track, percent })}
      />
    </Group>
  )
}

interface ToggleProps {
  readonly command: string
  readonly track: number
  readonly on: boolean
  readonly label: string
  readonly icon: ReactNode
}

function Toggle({ command: id, track, on, label, icon }: ToggleProps) {
  const command = useCommand(id)
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={on ? 'light' : 'subtle'}
        color={on ? 'accent' : 'gray'}
        size={28}
        aria-label={label}
        aria-pressed={on}
        onClick={() => command.run({ track })}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
