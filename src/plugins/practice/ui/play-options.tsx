import { Group, SegmentedControl, Stack, Switch, Text } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconMinus, IconPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { SETTINGS } from '../../../core/kernel/services/tokens.js'
import { CommandIcon } from '../../../core/react/command-button.js'
import { DockPopover } from '../../../core/react/dock/dock-tool.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { WholeNumber } from '../../../core/react/whole-number.js'
import { PLAYBACK_SETTINGS } from '../../player/tokens.js'
import { playingSettings, UPCOMING } from '../settings.js'

const COUNT_IN = [0, 1, 2]

export function PlayOptions() {
  const { t } = useText()
  return (
    <DockPopover
      caption={t('Options')}
      label={t('Playback options')}
      icon={<IconAdjustmentsHorizontal size={20} />}
      width={300}
      position="top-end"
    >
      <Options />
    </DockPopover>
  )
}

function Options() {
  const { t } = useText()
  const { countIn, comingNotes, comingMs, follow, followKey } = useStore(
    useService(SETTINGS).store(playingSettings),
  )
  const setCountIn = useCommand('practice.set-count-in')
  const setComing = useCommand('practice.set-upcoming-time')
  const id = useId()
  const bars = COUNT_IN.includes(countIn) ? COUNT_IN : [...COUNT_IN, countIn]
  return (
    <Stack gap="md">
      <Transposition />
      <div>
        <Text size="sm" id={`${id}-count`}>
          {t('Count-in (bars)')}
        </Text>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-labelledby={`${id}-count`}
          value={String(countIn)}
          data={bars.map(number => ({
            value: String(number),
            label: number === 0 ? t('None') : String(number),
          }))}
          onChange={value => setCountIn.run({ bars: Number(value) })}
        />
      </div>
      <CommandSwitch
        command="practice.toggle-upcoming-notes"
        checked={comingNotes}
        label={t('Show upcoming notes')}
      />
      {comingNotes && (
        <WholeNumber
          size="xs"
          label={t('Milliseconds ahead')}
          value={comingMs}
          min={UPCOMING.least}
          max={UPCOMING.most}
          onTake={milliseconds => setComing.run({ milliseconds })}
        />
      )}
      <CommandSwitch
        command="practice.toggle-follow"
        checked={follow}
        label={t('Show all frets that the song needs')}
      />
      <CommandSwitch
        command="practice.toggle-follow-key"
        checked={followKey === true}
        label={t('Follow the song’s key')}
      />
    </Stack>
  )
}

function CommandSwitch({ command, checked, label }: { command: string; checked: boolean; label: string }) {
  const { run } = useCommand(command)
  return <Switch size="sm" checked={checked} onChange={() => run()} label={label} />
}

function Transposition() {
  const { t } = useText()
  const semitones = useStore(useService(PLAYBACK_SETTINGS).view, view => view.transpose)
  const signed = semitones > 0 ? `+${semitones}` : String(semitones).replace('-', '−')
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{t('Transposition (semitones)')}</Text>
      <Group gap={4} wrap="nowrap">
        <CommandIcon command="practice.transpose-down">
          <IconMinus size={16} />
        </CommandIcon>
        <Text
          size="sm"
          role="status"
          miw={32}
          ta="center"
          style={{ fontVariantNumeric: 'tabular-nums' }}
          aria-label={t('Transposed by {{semitones}} semitones', { semitones: signed, count: semitones })}
        >
          {signed}
        </Text>
        <CommandIcon command="practice.transpose-up">
          <IconPlus size={16} />
        </CommandIcon>
      </Group>
    </Group>
  )
}
