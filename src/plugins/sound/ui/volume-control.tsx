import { ActionIcon, Group, Stack, Switch, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconVolume, IconVolume2, IconVolumeOff } from '@tabler/icons-react'
import { SETTINGS } from '../../../core/kernel/tokens.js'
import { DockPopover } from '../../../core/react/dock-tool.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { SecondaryButton } from '../../../core/react/looks.js'
import { soundSettings } from '../settings.js'
import { SOUND } from '../synth.js'
import { useWhatIsHeard } from './use-what-is-heard.js'
import { VolumeSlider } from './volume-slider.js'

/** In em, to follow the font size. Narrower windows only have room for one button. */
const NARROW = '(max-width: 75em)'
const QUIET = 0.35

export default function VolumeControl() {
  const { t } = useText()
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  const heard = useWhatIsHeard()
  const loading = useStore(useService(SOUND).view, view => view.loading)
  const { muted, volume } = useStore(useService(SETTINGS).store(soundSettings))
  const settings = useCommand('sound.show-settings')
  const mute = useCommand('sound.toggle-mute')
  const Icon = muted || volume === 0 ? IconVolumeOff : volume < QUIET ? IconVolume2 : IconVolume
  const icon = <Icon size={20} aria-hidden />
  if (narrow)
    return (
      <DockPopover
        caption={t('Volume')}
        label={`${t('Volume')}: ${muted ? t('Muted') : `${Math.round(volume * 100)} %`}`}
        icon={icon}
        width={252}
        position="top-end"
      >
        <Stack gap="sm">
          <VolumeSlider />
          <Switch checked={muted} onChange={() => mute.run()} label={t('Mute')} />
          <Text fz={13}>{heard}</Text>
          <SecondaryButton onClick={() => settings.run()}>{settings.title}</SecondaryButton>
        </Stack>
      </DockPopover>
    )
  return (
    <Group gap={4} wrap="nowrap">
      <Tooltip label={[muted ? t('Unmute') : t('Mute'), ...mute.keys].join(' · ')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('Mute')}
          aria-pressed={muted}
          onClick={() => mute.run()}
        >
          {icon}
        </ActionIcon>
      </Tooltip>
      <Stack gap={2} w="clamp(120px, 100vw - 1500px, 224px)">
        <VolumeSlider />
        <Tooltip label={t('Sound routing: {{heard}}', { heard })}>
          <UnstyledButton onClick={() => settings.run()}>
            <Text span display="block" truncate fz={11} lh="14px" c="dimmed">
              {loading ? t('Loading instruments…') : heard}
            </Text>
          </UnstyledButton>
        </Tooltip>
      </Stack>
    </Group>
  )
}
