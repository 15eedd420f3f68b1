/** The tempo in percent; pressed, a slider, and how much faster each time through the loop is. */
import { Button, Group, Popover, Slider, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { WholeNumber } from '../../../core/react/whole-number.js'
import { PLAYBACK_SETTINGS, TEMPO } from '../../player/tokens.js'
import classes from './practice-tools.module.css'

const QUICK = [50, 75, 100] as const

export function TempoChoice() {
  const { t } = useText()
  const tempo = useStore(useService(PLAYBACK_SETTINGS).view, view => view.tempo)
  const set = useCommand('practice.set-tempo')
  const id = useId()
  return (
    <Popover width={280} position="top" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          className={classes.tempo}
          aria-label={t('Tempo {{percent}} %', { percent: tempo })}
        >
          {`${tempo} %`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Tempo')}>
        <Stack gap="md">
          <div>
            <Text size="sm" id={`${id}-tempo`}>
              {t('Tempo')}
            </Text>
            <Slider
              aria-labelledby={`${id}-tempo`}
              thumbLabel={t('Tempo')}
              min={TEMPO.least}
              max={TEMPO.most}
              step={1}
              value={tempo}
              label={value => `${value} %`}
              onChange={percent => set.run({ percent })}
            />
          </div>
          <Group gap={6} grow>
            {QUICK.map(percent => (
              <Button key={percent} size="xs" variant="default" onClick={() => set.run({ percent })}>
                {`${percent} %`}
              </Button>
            ))}
          </Group>
          <Steps />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function Steps() {
  const { t } = useText()
  const { step, goal } = useStore(useService(PLAYBACK_SETTINGS).view)
  const set = useCommand('practice.set-tempo-steps')
  return (
    <Group gap="sm" grow align="end">
      <WholeNumber
        size="xs"
        label={t('Increase each loop by %')}
        value={step}
        min={-25}
        max={25}
        onTake={percent => set.run({ percent, until: goal })}
      />
      <WholeNumber
        size="xs"
        label={t('Up to %')}
        value={goal}
        min={TEMPO.least}
        max={TEMPO.most}
        onTake={until => set.run({ percent: step, until })}
      />
    </Group>
  )
}
