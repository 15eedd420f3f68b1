import { Button, Stack, Switch } from '@mantine/core'
import { SETTINGS } from '../../../../core/kernel/services/tokens.js'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useService } from '../../../../core/react/kernel-context.js'
import { Select } from '../../../../core/react/select.js'
import { WholeNumber } from '../../../../core/react/whole-number.js'
import { type JudgingSettings, judgingSettings, WINDOW, WINDOWS } from '../../judging-settings.js'

export function JudgeOptions() {
  const { t } = useText()
  const settings = useService(SETTINGS).store(judgingSettings)
  const { windowMs, reference, chord, strictOctaves, strictStrings } = useStore(settings)
  const setStrictness = useCommand('practice.set-strictness')
  const calibrate = useCommand('practice.calibrate-latency')
  const preset = Object.entries(WINDOWS).find(([, ms]) => ms === windowMs)?.[0] ?? null
  return (
    <Stack gap="xs">
      <Select
        size="xs"
        label={t('Strictness')}
        placeholder={t('Your own')}
        value={preset}
        data={[
          { value: 'relaxed', label: t('Relaxed (150 ms)') },
          { value: 'normal', label: t('Normal (100 ms)') },
          { value: 'strict', label: t('Strict (50 ms)') },
        ]}
        onChange={value => value && setStrictness.run({ preset: value })}
      />
      <WholeNumber
        size="xs"
        label={t('Window (ms)')}
        value={windowMs}
        min={WINDOW.least}
        max={WINDOW.most}
        onTake={milliseconds => settings.change({ windowMs: milliseconds })}
      />
      <Select
        size="xs"
        label={t('The time is kept by')}
        allowDeselect={false}
        value={reference}
        data={[
          { value: 'song', label: t('the song') },
          { value: 'player', label: t('me') },
        ]}
        onChange={value => value && settings.change({ reference: value as JudgingSettings['reference'] })}
      />
      <Select
        size="xs"
        label={t('Enough of a chord')}
        allowDeselect={false}
        value={chord}
        data={[
          { value: 'all', label: t('all notes') },
          { value: 'most', label: t('most notes') },
          { value: 'one', label: t('one note') },
        ]}
        onChange={value => value && settings.change({ chord: value as JudgingSettings['chord'] })}
      />
      <Switch
        size="sm"
        checked={strictOctaves}
        onChange={() => settings.change({ strictOctaves: !strictOctaves })}
        label={t('Octaves count')}
      />
      <Switch
        size="sm"
        checked={strictStrings}
        onChange={() => settings.change({ strictStrings: !strictStrings })}
        label={t('Strings count')}
      />
      <Button size="xs" variant="default" onClick={() => calibrate.run()}>
        {t('Calibrate latency')}
      </Button>
    </Stack>
  )
}
