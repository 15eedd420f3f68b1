import { Anchor, Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconRepeat, IconX } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { openedBy, planPath } from '../../../../core/auth/plans.js'
import { median } from '../../../../core/platform/ordered.js'
import { CommandIcon } from '../../../../core/react/command-button.js'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { usePlan } from '../../../../core/react/plan-gate.js'
import { hardestBars } from '../../judging/take-run.js'
import { JUDGING, type TakeResult, type Verdict } from '../../tokens.js'
import { Why } from '../hints.js'
import classes from './judging.module.css'

export default function TakeResultCard() {
  const { t } = useText()
  const { result, faults, taking, earlier, windowMs } = useStore(useService(JUDGING).view)
  if (!result || taking) return null
  return (
    <Stack
      component="section"
      className="fw-card fw-on-screen"
      gap={12}
      p={12}
      aria-label={t('Your take')}
      data-take
    >
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} fz={16} role="status">
          {t('{{percent}} % right', { percent: percentOf(result.accuracy) })}
          <Compared take={result} earlier={earlier} />
        </Title>
        <CommandIcon command="practice.dismiss-result" variant="subtle" color="gray">
          <IconX size={16} />
        </CommandIcon>
      </Group>
      <Counts take={result} />
      <HardestBars take={result} />
      {result.timing.length > 0 && <TakeTimeline take={result} windowMs={windowMs} />}
      <Faults faults={faults} />
      <ProNote />
    </Stack>
  )
}

export const percentOf = (share: number) => Math.floor(share * 100)

function Compared({ take, earlier }: { take: TakeResult; earlier: readonly TakeResult[] }) {
  const { t } = useText()
  const last = earlier.at(-1)
  if (!last) return null
  const change = percentOf(take.accuracy) - percentOf(last.accuracy)
  const best = percentOf(Math.max(...earlier.map(({ accuracy }) => accuracy)))
  const words =
    change > 0
      ? t('Up {{points}} points from last time. Best: {{best}}%.', { points: change, best })
      : change < 0
        ? t('Down {{points}} points from last time. Best: {{best}}%.', { points: -change, best })
        : t('Same as last time. Best: {{best}}%.', { best })
  return (
    <Text span fz={13} c="dimmed" ml={12} fw={400}>
      {words}
    </Text>
  )
}

function Counts({ take: { counts, tempo } }: { take: TakeResult }) {
  const { t } = useText()
  const rows = [
    [t('Right'), counts.hit],
    [t('Early'), counts.early],
    [t('Late'), counts.late],
    [t('Wrong'), counts.wrong],
    [t('Missed'), counts.missed],
    [t('Extra'), counts.extra],
    [t('Tempo'), `${tempo} %`],
  ] as const
  return (
    <Group component="dl" gap="4px 20px" m={0}>
      {rows.map(([name, value]) => (
        <Group key={name} gap={6}>
          <Text component="dt" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} fw={600}>
            {value}
          </Text>
        </Group>
      ))}
    </Group>
  )
}

function HardestBars({ take }: { take: TakeResult }) {
  const { t } = useText()
  const loop = useCommand('practice.loop-hardest-bar')
  const bars = hardestBars(take)
  if (bars.length === 0) return <Text size="sm">{t('Every bar was right.')}</Text>
  return (
    <Group component="ul" className="fw-list" gap={6} aria-label={t('Hardest bars')}>
      {bars.map(({ bar, right, written }, index) => (
        <li key={bar}>
          <Button
            size="compact-sm"
            variant={index === 0 ? 'filled' : 'default'}
            leftSection={<IconRepeat size={14} />}
            rightSection={
              index === 0 &&
              loop.keys.length > 0 && (
                <Box component="kbd" visibleFrom="xs">
                  {loop.keys.join(' ')}
                </Box>
              )
            }
            onClick={() => loop.run({ rank: index + 1 })}
          >
            {t('Loop bar {{bar}}: {{right}} of {{written}} right', { bar, right, written })}
          </Button>
        </li>
      ))}
    </Group>
  )
}

const FAULTS_SHOWN = 50

function Faults({ faults }: { faults: readonly Verdict[] }) {
  const { t } = useText()
  if (faults.length === 0) return null
  const more = faults.length - FAULTS_SHOWN
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <ul className={`fw-list ${classes.faults}`} aria-label={t('Notes not counted, and why')} tabIndex={0}>
      {faults.slice(0, FAULTS_SHOWN).map((verdict, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a finished take does not change
        <li key={index}>
          <span>{t('Bar {{bar}}', { bar: verdict.bar })}</span>
          <span>
            <Why verdict={verdict} />
          </span>
        </li>
      ))}
      {more > 0 && <li>{t('and {{number}} more', { number: more })}</li>}
    </ul>
  )
}

function ProNote() {
  const { t, tm } = useText()
  const isHomework = useStore(useService(JUDGING).view, view => view.assigned)
  if (usePlan().has('practice') || isHomework) return null
  return (
    <Text size="sm">
      {t('This take was free to try. {{plan}} judges every take and keeps your progress.', {
        plan: tm('core', openedBy('practice')),
      })}{' '}
      <Anchor component={Link} to={planPath('practice')} size="sm">
        {tm('core', 'See the plans')}
      </Anchor>
    </Text>
  )
}

const HEIGHT = 100
const WIDTH = 1000
/** Smallest range of the axis, milliseconds. */
const LEAST_MS = 120

function TakeTimeline({ take, windowMs }: { take: TakeResult; windowMs: number }) {
  const { t } = useText()
  const { timing } = take
  const first = timing[0]?.[0] ?? 0
  const length = Math.max(1, (timing.at(-1)?.[0] ?? 0) - first)
  const reach = Math.max(LEAST_MS, windowMs * 1.5)
  const yOf = (byMs: number) =>
    HEIGHT / 2 + (Math.max(-reach, Math.min(reach, byMs)) / reach) * (HEIGHT / 2 - 4)
  const middle = Math.round(median(timing.map(([, byMs]) => byMs)) ?? 0)
  const words =
    middle === 0
      ? t('On average, you played on time.')
      : middle > 0
        ? t('On average, you played {{ms}} ms late.', { ms: middle })
        : t('On average, you played {{ms}} ms early.', { ms: -middle })
  return (
    <Box component="figure" m={0}>
      <svg
        width="100%"
        height={96}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
      >
        <rect
          fill="color-mix(in srgb, var(--fw-good) 16%, transparent)"
          x={0}
          width={WIDTH}
          y={yOf(-windowMs)}
          height={yOf(windowMs) - yOf(-windowMs)}
        />
        <line className={classes.middle} x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        {timing.map(([songMs, byMs], index) => {
          const x = 4 + ((songMs - first) / length) * (WIDTH - 8)
          const y = yOf(byMs)
          return (
            <line
              // biome-ignore lint/suspicious/noArrayIndexKey: a finished take does not change
              key={index}
              className={classes.played}
              data-outside={Math.abs(byMs) > windowMs || undefined}
              x1={x}
              x2={x}
              y1={y}
              y2={y}
            />
          )
        })}
      </svg>
      <Group component="figcaption" justify="space-between" fz={12} c="dimmed">
        <span>{t('Early above, late below')}</span>
        <span>{words}</span>
      </Group>
    </Box>
  )
}
