import { ActionIcon, Box, Button, Popover, Slider, Stack, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustments } from '@tabler/icons-react'
import { useId } from 'react'
import { phrases } from '../../../core/platform/phrases.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { Select } from '../../../core/react/inputs/select.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { CONTROLLER, powerOnValue } from '../../../music/midi/port-state.js'
import { SONG_READER } from '../../midi-file/tokens.js'
import { SONG_SESSION, type TrackMix } from '../tokens.js'
import classes from './song-tracks.module.css'

interface TrackSoundProps {
  /** Track number, from 1. */
  readonly track: number
  readonly name: string
  readonly mix: TrackMix
  readonly drums: boolean
}

export function TrackSound({ name, ...props }: TrackSoundProps) {
  const { t } = useText()
  const { program, pan, reverb } = props.mix
  const isChanged = program !== undefined || pan !== undefined || reverb !== undefined
  const label = t('{{track}}: sound', { track: name })
  const [opened, popover] = useDisclosure()
  return (
    <Popover
      position="bottom-end"
      width={260}
      trapFocus
      returnFocus
      opened={opened}
      onChange={now => !now && popover.close()}
    >
      <Popover.Target>
        <Tooltip label={label} disabled={opened}>
          <ActionIcon
            variant={isChanged ? 'light' : 'subtle'}
            color={isChanged ? 'accent' : 'gray'}
            className={classes.toggle}
            aria-label={label}
            onClick={popover.toggle}
          >
            <IconAdjustments size={16} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      {/* Escape closes the popover but not the track list. */}
      <Popover.Dropdown
        aria-label={label}
        onKeyDown={event => event.key === 'Escape' && event.stopPropagation()}
      >
        <SoundForm {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}

function SoundForm({ track, mix, drums }: Omit<TrackSoundProps, 'name'>) {
  const { t, tm } = useText()
  const id = useId()
  const written = useStore(useService(SONG_SESSION).view, ({ song }) => song?.song.tracks[track - 1])
  const instrument = useCommand('player.set-track-instrument')
  const pan = useCommand('player.set-track-pan')
  const reverb = useCommand('player.set-track-reverb')
  const reset = useCommand('player.reset-track')
  const { programNames } = useService(SONG_READER)
  const sent = (controller: number) =>
    Math.round((written?.controlChanges[controller]?.[0]?.value ?? powerOnValue(controller) / 127) * 127)
  const families = FAMILIES.map((family, index) => ({
    group: tm('player', family),
    items: programNames.slice(8 * index, 8 * index + 8).map((name, at) => ({
      value: `${8 * index + at}`,
      label: tm('midi-file', name),
    })),
  }))
  // MIDI has fewer steps than percent.
  const panNow = 5 * Math.round(((mix.pan ?? sent(CONTROLLER.pan)) - 64) / 3.2)
  const side = (value: number) =>
    value === 0
      ? t('Center')
      : value < 0
        ? t('{{percent}}% left', { percent: -value })
        : t('{{percent}}% right', { percent: value })
  return (
    // Focusing the field would open its list.
    <Stack gap="sm" tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
      {!drums && (
        <Select
          label={t('Instrument')}
          size="xs"
          searchable
          nothingFoundMessage={t('No instrument found')}
          data={families}
          value={`${mix.program ?? written?.instrument.number ?? 0}`}
          comboboxProps={{ withinPortal: false }}
          onChange={value => value !== null && instrument.run({ track, program: Number(value) })}
        />
      )}
      <Box>
        <Text fz={13} id={`${id}-pan`}>
          {t('Pan')}
        </Text>
        <Slider
          {...{ size: 'xs', min: -100, max: 100, step: 5, value: panNow, startPointValue: 0 }}
          label={side}
          thumbValueText={side}
          aria-labelledby={`${id}-pan`}
          thumbLabel={t('Pan')}
          onChange={value => pan.run({ track, pan: value })}
        />
      </Box>
      <Box>
        <Text fz={13} id={`${id}-reverb`}>
          {t('Reverb')}
        </Text>
        <Slider
          {...{ size: 'xs', min: 0, max: 100, step: 5 }}
          value={Math.round((mix.reverb ?? sent(CONTROLLER.reverb)) / 1.27)}
          label={value => `${value} %`}
          thumbValueText={value => `${value} %`}
          aria-labelledby={`${id}-reverb`}
          thumbLabel={t('Reverb')}
          onChange={percent => reverb.run({ track, percent })}
        />
      </Box>
      <Button variant="default" size="xs" onClick={() => reset.run({ track })}>
        {t('Reset mix')}
      </Button>
    </Stack>
  )
}

/** Names of the General MIDI families of eight programs each. */
const FAMILIES = phrases([
  'Piano',
  'Chromatic percussion',
  'Organ',
  'Guitar',
  'Bass',
  'Strings',
  'Ensemble',
  'Brass',
  'Reed',
  'Pipe',
  'Synth lead',
  'Synth pad',
  'Synth effects',
  'World',
  'Percussive',
  'Sound effects',
])
