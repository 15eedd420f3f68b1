/** The settings of one input: whether it is a MIDI guitar, which channels its strings are on, how far it bends. */
import { ActionIcon, NativeSelect, Popover, Stack, Switch } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { phrases } from '../../../core/platform/phrases.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { WholeNumber } from '../../../core/react/whole-number.js'
import type { InputView } from '../tokens.js'

const MODES = phrases({ auto: 'Automatic', on: 'Yes', off: 'No' })

/** What makers of guitars and keyboards use; others are set by command. */
const BEND_RANGES = [2, 7, 12, 24, 48]

export function GuitarMenu({ input }: { input: InputView }) {
  const { t, tm } = useText()
  const setGuitar = useCommand('midi-io.set-guitar')
  const setChannel = useCommand('midi-io.set-guitar-channel')
  const reverse = useCommand('midi-io.reverse-guitar')
  const setBendRange = useCommand('midi-io.set-bend-range')
  const { id, name, bendRange, guitar } = input
  const strings = guitar.lastChannel - guitar.firstChannel + 1
  const ranges = [...new Set([...BEND_RANGES, bendRange])].filter(range => range > 0).sort((a, b) => a - b)

  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('Settings for “{{name}}”', { name })}
        >
          <IconAdjustmentsHorizontal size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <NativeSelect
            label={t('MIDI guitar')}
            description={t('Each string on a channel of its own')}
            data={Object.entries(MODES).map(([value, label]) => ({ value, label: tm('midi-io', label) }))}
            value={guitar.mode}
            onChange={event => setGuitar.run({ input: id, guitar: event.currentTarget.value })}
          />
          <WholeNumber
            label={t('First channel')}
            description={t('Of {{strings}} strings, as many as the neck has', { strings })}
            min={1}
            max={17 - strings}
            value={guitar.firstChannel}
            onTake={channel => setChannel.run({ input: id, channel })}
          />
          <Switch
            label={t('Lowest string first')}
            checked={guitar.reversed}
            onChange={() => reverse.run({ input: id })}
          />
          <NativeSelect
            label={t('Bend range')}
            data={[
              { value: '0', label: t('As the device says') },
              ...ranges.map(range => ({
                value: String(range),
                label: t('± {{count}} semitones', { count: range }),
              })),
            ]}
            value={String(bendRange)}
            onChange={event => setBendRange.run({ input: id, semitones: Number(event.currentTarget.value) })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
