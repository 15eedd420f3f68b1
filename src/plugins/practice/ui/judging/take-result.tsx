import { Box, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { median } from '../../../../core/platform/ordered.js'
import { CommandIcon } from '../../../../core/react/command-button.js'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { JUDGING, type TakeResult, type Verdict } from '../../tokens.js'
import { TakeFigure, Why } from '../hints.js'
import classes from './judging.module.css'

export default function TakeResultCard() {
  const { t } = useText()
  const { result, faults, taking, windowMs } = useStore(useService(JUDGING).view)
  if (!result || taking) return null
  return (
    <Stack
      component="section"
      className="fw-card fw-on-screen"
      gap={12}
      p={12}
      aria-label={t('Your take')}
      tabIndex={-1}
      data-take
    >
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} fz={16}>
          {t('Your take')}
        </Title>
        <CommandIcon command="practice.dismiss-result" variant="subtle" color="gray">
          <IconX size={16} />
        </CommandIcon>
      </Group>
      <Text>
        <TakeFigure take={result} />
      </Text>
      <Counts take={result} />
      {result.timing.length > 0 && <TakeTimeline take={result} windowMs={windowMs} />}
      <Faults faults={faults} />
    </Stack>
  )
}

function Counts({ take: { counts, tempo } }: { take: TakeResult }) {
  const { t } = useText()
  const faults = [
    [t('Early'), counts.early],
    [t('Late'), counts.late],
    [t('Wrong'), counts.wrong],
    [t('Missed'), counts.missed],
  ] as const
  const rows = [
    ...faults
      .filter(([, count]) => count > 0)
      .map(([name, count]) => [name, t('{{count}} notes', { count })]),
    [t('Tempo'), t('{{percent}}%', { percent: tempo })],
  ]
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

const FAULTS_SHOWN = 50

function Faults({ faults }: { faults: readonly Verdict[] }) {
  const { t } = useText()
  const goTo = useCommand('player.go-to-bar')
  const show = (bar: number) => {
    goTo.run({ bar })
    // The music is at the top of the page.
    document.documentElement.scrollTop = 0
  }
  if (faults.length === 0) return null
  const more = faults.length - FAULTS_SHOWN
  return (
    <ul className={`fw-list ${classes.faults}`} aria-label={t('Notes not counted, and why')}>
      {faults.slice(0, FAULTS_SHOWN).map((verdict, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a finished take doesn't change
        <li key={index}>
          <UnstyledButton className={classes.fault} onClick={() => show(verdict.bar)}>
            <span>{t('Bar {{bar}}', { bar: verdict.bar })}</span>
            <span>
              <Why verdict={verdict} />
            </span>
          </UnstyledButton>
        </li>
      ))}
      {more > 0 && <li>{t('and {{number}} more', { number: more })}</li>}
    </ul>
  )
}

const HEIGHT = 100
const WIDTH = 1000
const SHORTEST_TIME_AXIS_MS = 120

function TakeTimeline({ take, windowMs }: { take: TakeResult; windowMs: number }) {
  const { t } = useText()
  const { timing } = take
  const first = timing[0]?.[0] ?? 0
  const length = Math.max(1, (timing.at(-1)?.[0] ?? 0) - first)
  const reach = Math.max(SHORTEST_TIME_AXIS_MS, windowMs * 1.5)
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
        overflow="visible"
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
              // biome-ignore lint/suspicious/noArrayIndexKey: a finished take doesn't change
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
        <span>{t('Early notes above, late notes below')}</span>
        <span>{words}</span>
      </Group>
    </Box>
  )
}
