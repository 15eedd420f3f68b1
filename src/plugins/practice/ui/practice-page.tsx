import { Anchor, Box, Group, Menu, Progress, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { IconDownload, IconPlayerPlay } from '@tabler/icons-react'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { AUTH, CLOCK, SETTINGS } from '../../../core/kernel/tokens.js'
import { createStore } from '../../../core/platform/store.js'
import { CommandItem } from '../../../core/react/command-button.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { WholeNumber } from '../../../core/react/inputs/whole-number.js'
import {
  useKernel,
  useOptionalService,
  useService,
  useStore,
  useText,
} from '../../../core/react/kernel-context.js'
import page from '../../../core/react/list-page.module.css'
import { Hint, SecondaryButton, SectionTitle } from '../../../core/react/looks.js'
import { PageTabs } from '../../../core/react/page-tabs.js'
import { SONG_LIBRARY, type SongLibraryView } from '../../library/tokens.js'
import {
  byDay,
  bySong,
  type DayOfPractice,
  minutesOfWeek,
  type SectionProgress,
  type SongProgress,
  type Suggestion,
  suggestions,
} from '../progress/history.js'
import { takesOf, userOf } from '../progress/run-progress.js'
import { GOAL, type KeptTake, progressSettings } from '../progress-settings.js'
import { percentOf } from '../tokens.js'
import classes from './practice-page.module.css'

const DAYS = 30

export default function PracticePage() {
  const { t } = useText()
  const user = userOf(useService(AUTH).state)
  const takes = takesOf(useStore(useService(SETTINGS).store(progressSettings)), user)
  return (
    <div className={page.page}>
      <PageTabs of="/practice" />
      <Group component="header" justify="space-between" align="flex-end" gap="12px 24px">
        <div>
          <h1 className={page.title}>{t('Practice')}</h1>
          <p className={page.note}>{t('All your results in one place.')}</p>
        </div>
        {takes.length > 0 && <Export />}
      </Group>
      {takes.length === 0 ? <Nothing /> : <Kept takes={takes} />}
    </div>
  )
}

function Nothing() {
  const { t } = useText()
  const play = useCommand('library.play-song')
  return (
    <Stack gap="xs" role="status" maw={560} py="md" align="flex-start">
      <Text fw={600}>{t('No takes yet')}</Text>
      <Hint>
        {t('Open a song, turn on Feedback and play along. Your takes and what to play next appear here.')}
      </Hint>
      {play.offered && (
        <SecondaryButton leftSection={<IconPlayerPlay size={16} />} onClick={() => play.run()}>
          {t('Choose a song')}
        </SecondaryButton>
      )}
    </Stack>
  )
}

function Export() {
  const { t } = useText()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <SecondaryButton leftSection={<IconDownload size={16} />}>{t('Export')}</SecondaryButton>
      </Menu.Target>
      <Menu.Dropdown>
        <CommandItem command="progress.export-csv" />
        <CommandItem command="progress.export-json" />
        <CommandItem command="progress.clear" />
      </Menu.Dropdown>
    </Menu>
  )
}

function Kept({ takes }: { takes: readonly KeptTake[] }) {
  const { t } = useText()
  const now = useService(CLOCK).date().getTime()
  return (
    <>
      <Next found={suggestions(takes, now)} />
      <Stack component="section" className="fw-card" gap={12} p={16} aria-label={t('Minutes per day')}>
        <Group justify="space-between" align="flex-end">
          <SectionTitle>{t('Minutes per day')}</SectionTitle>
          <Goal minutes={minutesOfWeek(takes, now)} />
        </Group>
        <Days days={byDay(takes, now, DAYS)} />
      </Stack>
      <Songs songs={bySong(takes)} />
    </>
  )
}

function Goal({ minutes }: { minutes: number }) {
  const { t } = useText()
  const goal = useStore(useService(SETTINGS).store(progressSettings), settings => settings.goalMinutes)
  const set = useCommand('progress.set-goal')
  const done = Math.round(minutes)
  return (
    <Group gap="sm" align="flex-end">
      {goal > 0 && (
        <Box w={220}>
          <Text size="sm">{t('{{done}} of {{goal}} minutes in the last 7 days', { done, goal })}</Text>
          <Progress value={Math.min(100, (minutes / goal) * 100)} aria-label={t('Weekly goal')} />
        </Box>
      )}
      <WholeNumber
        size="xs"
        label={t('Weekly goal (minutes)')}
        value={goal}
        min={GOAL.least}
        max={GOAL.most}
        onTake={value => set.run({ minutes: value })}
      />
    </Group>
  )
}

function Next({ found }: { found: readonly Suggestion[] }) {
  const { t } = useText()
  if (found.length === 0) return null
  return (
    <Stack component="section" className="fw-card" gap={12} p={16} aria-label={t('What to play next')}>
      <SectionTitle>{t('What to play next')}</SectionTitle>
      <Stack component="ul" className="fw-list" gap={10}>
        {found.map(suggestion => (
          <NextRow key={`${suggestion.take.song} ${suggestion.take.from}`} suggestion={suggestion} />
        ))}
      </Stack>
    </Stack>
  )
}

function NextRow({ suggestion }: { suggestion: Suggestion }) {
  const { t } = useText()
  const { take } = suggestion
  const bars = { from: take.from, to: take.to }
  const passage =
    take.section === undefined
      ? t(take.from === take.to ? 'Bar {{from}}' : 'Bars {{from}}–{{to}}', bars)
      : t('{{section}}, bars {{from}}–{{to}}', { ...bars, section: take.section })
  const why =
    suggestion.kind === 'weak'
      ? t('{{passage}}: {{percent}}% correct in recent takes.', {
          passage,
          percent: percentOf(suggestion.accuracy),
        })
      : suggestion.kind === 'slow'
        ? t('{{passage}}: solid at {{tempo}}%. Try it faster.', { passage, tempo: take.tempo })
        : t('Not played for {{count}} days.', { count: suggestion.days })
  return (
    <li>
      <SongName name={take.name} />
      <Hint>{why}</Hint>
    </li>
  )
}

const NO_LIBRARY = createStore<SongLibraryView>({ state: 'none', songs: [] })

function SongName({ name }: { name: string }) {
  const { commands } = useKernel()
  const songs = useStore(useOptionalService(SONG_LIBRARY)?.view ?? NO_LIBRARY)
  const open = useCommand('library.open-song')
  const [id, setId] = useState<unknown>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list changes with the library
  useEffect(() => {
    void commands
      .choicesFor('library.open-song', 'song')
      .then(found => setId(found?.find(({ label }) => label === name)?.value))
  }, [commands, songs, name])
  return id === undefined ? (
    <Text span fw={600}>
      {name}
    </Text>
  ) : (
    <Anchor component="button" type="button" ta="start" fw={600} onClick={() => open.run({ song: id })}>
      {name}
    </Anchor>
  )
}

function Songs({ songs }: { songs: readonly SongProgress[] }) {
  const { t } = useText()
  return (
    <Stack component="section" className="fw-card" gap={12} p={16} aria-label={t('Songs')}>
      <SectionTitle>{t('Songs')}</SectionTitle>
      <Table.ScrollContainer minWidth={0}>
        <Table aria-label={t('Songs')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('Song')}</Table.Th>
              <Table.Th>{t('Takes')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('Minutes')}</Table.Th>
              <Table.Th>{t('Latest')}</Table.Th>
              <Table.Th>{t('Best')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('Best tempo')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('Accuracy over time')}</Table.Th>
              <Table.Th visibleFrom="md">{t('Tempo over time')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {songs.map(song => (
              <Fragment key={song.song}>
                <Row name={<SongName name={song.name} />} progress={song} />
                {song.sections.map(section => (
                  <Row key={section.section} name={section.section} progress={section} isPart />
                ))}
              </Fragment>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  )
}

interface RowProps {
  readonly name: ReactNode
  readonly progress: Omit<SectionProgress, 'section'>
  readonly isPart?: boolean
}

function Row({ name, progress: { takes, minutes, last, best, bestTempo }, isPart }: RowProps) {
  const { t } = useText()
  const percent = (share: number) => t('{{percent}}%', { percent: percentOf(share) })
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} pl={isPart ? 32 : undefined}>
        {name}
      </Table.Th>
      <Table.Td>{takes.length}</Table.Td>
      <Table.Td visibleFrom="sm">{Math.round(minutes)}</Table.Td>
      <Table.Td className={classes.figure}>{percent(last)}</Table.Td>
      <Table.Td className={classes.figure}>{percent(best)}</Table.Td>
      <Table.Td className={classes.figure} visibleFrom="sm">
        {bestTempo === undefined ? '–' : percent(bestTempo / 100)}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Accuracies takes={takes} />
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Tempos takes={takes} />
      </Table.Td>
    </Table.Tr>
  )
}

const HEIGHT = 80
const LEAST_MINUTES = 10

function Days({ days }: { days: readonly DayOfPractice[] }) {
  const { t, locale } = useText()
  // Round up to a multiple of ten, because the axis also labels the midpoint.
  const most = Math.ceil(Math.max(LEAST_MINUTES, ...days.map(({ minutes }) => minutes)) / 10) * 10
  const dayLabel = (day: number) =>
    new Date(day).toLocaleDateString(locale, { day: 'numeric', month: 'short' })
  const wordsOf = ({ day, minutes, takes, accuracy, tempo }: DayOfPractice) => {
    const values = { day: dayLabel(day), minutes: Math.round(minutes) }
    if (takes === 0) return t('{{day}}: not played', values)
    return t('{{day}}: {{minutes}} min, {{count}} takes, {{percent}}% right, {{tempo}}% tempo', {
      ...values,
      count: takes,
      percent: percentOf(accuracy),
      tempo: Math.round(tempo),
    })
  }
  return (
    <div className={classes.chart}>
      <div className={classes.minutes} aria-hidden>
        {[most, most / 2, 0].map(minutes => (
          <span key={minutes}>{t('{{minutes}} min', { minutes })}</span>
        ))}
      </div>
      <ol className={`fw-list ${classes.days}`} aria-label={t('Minutes per day')}>
        {days.map((day, index) => (
          <li key={day.day} title={wordsOf(day)}>
            <VisuallyHidden>{wordsOf(day)}</VisuallyHidden>
            <Box
              aria-hidden
              h={Math.max(day.minutes > 0 ? 3 : 1, (day.minutes / most) * HEIGHT)}
              bg="var(--fw-accent)"
              bdrs="2px 2px 0 0"
            />
            {(days.length - 1 - index) % 7 === 0 && (
              <span className={classes.day} aria-hidden>
                {dayLabel(day.day)}
              </span>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

const WIDTH = 160
const AXIS = 40
const LINE_HEIGHT = 36
const SHOWN = 20

function Accuracies({ takes }: { takes: readonly KeptTake[] }) {
  const { t } = useText()
  const percents = takes.slice(-SHOWN).map(({ accuracy }) => percentOf(accuracy))
  return (
    <Line
      values={percents}
      most={100}
      words={t('Accuracy of recent takes (%): {{percents}}', { percents: percents.join(', ') })}
    />
  )
}

function Tempos({ takes }: { takes: readonly KeptTake[] }) {
  const { t } = useText()
  const tempos = takes.slice(-SHOWN).map(({ tempo }) => tempo)
  return (
    <Line
      values={tempos}
      most={Math.max(100, ...tempos)}
      words={t('Tempo of recent takes (%): {{tempos}}', { tempos: tempos.join(', ') })}
    />
  )
}

function Line({ values, most, words }: { values: readonly number[]; most: number; words: string }) {
  const { t } = useText()
  const space = WIDTH - AXIS - 8
  const xOf = (index: number) =>
    AXIS + 4 + (values.length > 1 ? (index / (values.length - 1)) * space : space / 2)
  const yOf = (value: number) => LINE_HEIGHT - 5 - (value / most) * (LINE_HEIGHT - 10)
  return (
    <svg width={WIDTH} height={LINE_HEIGHT} role="img" aria-label={words}>
      {[0, most].map(percent => (
        <g key={percent} className={classes.axis}>
          <text x={AXIS - 4} y={yOf(percent) + 3.5}>
            {t('{{percent}}%', { percent })}
          </text>
          <line x1={AXIS} x2={WIDTH} y1={yOf(percent)} y2={yOf(percent)} />
        </g>
      ))}
      <polyline
        fill="none"
        stroke="var(--fw-accent)"
        strokeWidth={1.5}
        points={values.map((value, index) => `${xOf(index)},${yOf(value)}`).join(' ')}
      />
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: takes are identified by position
        <circle key={index} fill="var(--fw-ink)" cx={xOf(index)} cy={yOf(value)} r={2} />
      ))}
    </svg>
  )
}
