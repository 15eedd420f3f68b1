import { Box, Button, Popover, Stack, Switch } from '@mantine/core'
import { IconRulerMeasure } from '@tabler/icons-react'
import { SETTINGS } from '../../../../core/kernel/tokens.js'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { Select } from '../../../../core/react/inputs/select.js'
import { WholeNumber } from '../../../../core/react/inputs/whole-number.js'
import { useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { SecondaryButton } from '../../../../core/react/looks.js'
import { type JudgingSettings, judgingSettings, WINDOW, WINDOWS } from '../../settings.js'
import classes from './judging.module.css'

/** Placed in the results strip, so that toggling feedback doesn't move other tools. */
export function JudgeTool() {
  const { t } = useText()
  return (
    <Popover width={300} position="top-end" floatingStrategy="fixed" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          px={6}
          className={classes.settings ?? ''}
          aria-label={t('Feedback settings')}
          title={t('Feedback settings')}
        >
          <IconRulerMeasure size={18} />
          <Box component="span" ml={6} visibleFrom="xl">
            {t('Feedback settings')}
          </Box>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <JudgeOptions />
      </Popover.Dropdown>
    </Popover>
  )
}

function JudgeOptions() {
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
        placeholder={t('Custom')}
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
        label={t('Timing window (ms)')}
        value={windowMs}
        min={WINDOW.least}
        max={WINDOW.most}
        onTake={milliseconds => settings.change({ windowMs: milliseconds })}
      />
      <Select
        size="xs"
        label={t('Timing reference')}
        value={reference}
        data={[
          { value: 'song', label: t('Song') },
          { value: 'player', label: t('My playing') },
        ]}
        onChange={value => value && settings.change({ reference: value as JudgingSettings['reference'] })}
      />
      <Select
        size="xs"
        label={t('Notes required per chord')}
        value={chord}
        data={[
          { value: 'all', label: t('All notes') },
          { value: 'most', label: t('Most notes') },
          { value: 'one', label: t('One note') },
        ]}
        onChange={value => value && settings.change({ chord: value as JudgingSettings['chord'] })}
      />
      <Switch
        size="sm"
        checked={strictOctaves}
        onChange={() => settings.change({ strictOctaves: !strictOctaves })}
        label={t('Require the right octave')}
      />
      <Switch
        size="sm"
        checked={strictStrings}
        onChange={() => settings.change({ strictStrings: !strictStrings })}
        label={t('Require the right string')}
      />
      <SecondaryButton size="xs" onClick={() => calibrate.run()}>
        {t('Calibrate latency')}
      </SecondaryButton>
    </Stack>
  )
}
