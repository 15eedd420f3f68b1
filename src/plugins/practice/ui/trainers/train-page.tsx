import { Box, Button, Group, SimpleGrid, Stack, Switch, Text, Title } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { Suspense, use, useEffect, useState } from 'react'
import { AUTH, CLOCK, SETTINGS } from '../../../../core/kernel/tokens.js'
import { focusMain, useLostFocus } from '../../../../core/react/hooks/focus-main.js'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { Select } from '../../../../core/react/inputs/select.js'
import { WholeNumber } from '../../../../core/react/inputs/whole-number.js'
import { useFrames, useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import page from '../../../../core/react/list-page.module.css'
import { Hint, SecondaryButton, SectionTitle } from '../../../../core/react/looks.js'
import { PageTabs } from '../../../../core/react/page-tabs.js'
import { NECK_VIEW, TUNING_LIST } from '../../../fretboard/tokens.js'
import { FRETS, KINDS, type Kind, MINUTES, STRINGS, trainerSettings } from '../../trainer-settings.js'
import { deck } from '../../trainers/deck.js'
import { type Standing, standingOf } from '../../trainers/memory.js'
import { EXERCISE_NAMES } from '../../trainers/play-exercise.js'
import { TRAINER } from '../../trainers/run-trainers.js'
import type { Trainer } from '../../trainers/trainer.js'
import { KIND_NAMES, useAnswerWords } from './answer-words.js'
import { Round } from './round.js'
import classes from './train.module.css'

export default function TrainPage() {
  const { Loading } = useFrames()
  // A failed trainer isn't kept. Asking again on every render would never end.
  const [opening] = useState(useService(TRAINER))
  return (
    <Suspense fallback={<Loading />}>
      <Train opening={opening} />
    </Suspense>
  )
}

function Train({ opening }: { opening: Promise<Trainer> }) {
  const { t } = useText()
  const trainer = use(opening)
  const phase = useStore(trainer.view, view => view.phase)
  useEffect(() => () => trainer.leave(), [trainer])
  return (
    <div className={page.page}>
      <PageTabs of="/practice" />
      <header>
        <h1 className={page.title}>{t('Train')}</h1>
        {phase === 'resting' && (
          <p className={page.note}>{t('Train a few minutes a day. Questions you miss come back sooner.')}</p>
        )}
      </header>
      {phase === 'resting' ? (
        <Overview />
      ) : phase === 'ended' ? (
        <Summary trainer={trainer} />
      ) : (
        <Round trainer={trainer} />
      )}
    </div>
  )
}

const MINUTE_MS = 60_000

function Summary({ trainer }: { trainer: Trainer }) {
  const { t, tm } = useText()
  const { kind, answers, startedAtMs, endsAtMs } = useStore(trainer.view)
  const place = useLostFocus<HTMLDivElement>(endsAtMs)
  const { fact } = useAnswerWords()
  const start = useCommand('trainers.start-round')
  const right = answers.filter(answer => answer.right).length
  const done = () => {
    trainer.leave()
    focusMain()
  }
  const wrong = new Map(answers.filter(answer => !answer.right).map(({ card }) => [card.id, card]))
  return (
    <Stack
      component="section"
      className="fw-card"
      gap={16}
      p={16}
      aria-label={t('Your round')}
      ref={place}
      tabIndex={-1}
    >
      <div>
        <Title order={2} fz={20}>
          <span role="status">{t('{{right}} of {{asked}} correct', { right, asked: answers.length })}</span>
        </Title>
        <Hint>
          {t('{{minutes}} min', {
            minutes: Math.max(1, Math.round((endsAtMs - startedAtMs) / MINUTE_MS)),
          })}
        </Hint>
      </div>
      <Group component="dl" gap="8px 28px" m={0}>
        {KINDS.flatMap(kind => {
          const of = answers.filter(({ card }) => card.kind === kind)
          if (of.length === 0) return []
          return (
            <div key={kind}>
              <Hint component="dt" fz={13}>
                {tm('practice', KIND_NAMES[kind])}
              </Hint>
              <Text component="dd" m={0} fz={18} fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
                {of.filter(answer => answer.right).length} / {of.length}
              </Text>
            </div>
          )
        })}
      </Group>
      <Stack gap={4}>
        {wrong.size === 0 ? (
          <Text size="sm">{t('All correct.')}</Text>
        ) : (
          <>
            <Text fw={600} size="sm">
              {t('Coming up again soon')}
            </Text>
            <Box component="ul" className="fw-list" fz={14} style={{ columns: '2 240px' }}>
              {[...wrong.values()].map(card => (
                <li key={card.id}>{fact(card)}</li>
              ))}
            </Box>
          </>
        )}
      </Stack>
      <Group gap="sm">
        <Button leftSection={<IconPlayerPlay size={16} />} onClick={() => start.run({ kind })}>
          {t('Another round')}
        </Button>
        <SecondaryButton onClick={done}>{t('Done')}</SecondaryButton>
      </Group>
    </Stack>
  )
}

function Overview() {
  const { t } = useText()
  return (
    <>
      <Daily />
      <Stack component="section" className="fw-card" gap={16} p={16} aria-label={t('Range')}>
        <SectionTitle>{t('Range')}</SectionTitle>
        <Options />
      </Stack>
      <Stack component="section" className="fw-card" gap={16} p={16} aria-label={t('With the metronome')}>
        <SectionTitle>{t('With the metronome')}</SectionTitle>
        <Hint>{t('Loops with the metronome and gives feedback. Clean passes raise the tempo.')}</Hint>
        <Exercises />
      </Stack>
    </>
  )
}

function useStandings(): (kind: Kind) => Standing {
  const settings = useStore(useService(SETTINGS).store(trainerSettings))
  const user = useStore(useService(AUTH).state, session => session.user?.id ?? '')
  const tunings = useStore(useService(TUNING_LIST))
  const onNeck = useStore(useService(NECK_VIEW), view => (view.own ?? view).tuning)
  const now = useService(CLOCK).date().getTime()
  const tuning = tunings.find(({ id }) => id === settings.tuning) ?? onNeck
  return kind => standingOf(deck(settings, tuning, [kind]), settings.memory[user] ?? {}, now)
}

function Daily() {
  const { t, tm } = useText()
  const settings = useService(SETTINGS).store(trainerSettings)
  const now = useStore(settings)
  const start = useCommand('trainers.start-round')
  const standing = useStandings()
  const asked = KINDS.filter(kind => now[kind]).map(standing)
  const due = asked.reduce((sum, each) => sum + each.due, 0)
  const fresh = asked.reduce((sum, each) => sum + each.fresh, 0)
  return (
    <Stack component="section" className="fw-card" gap={16} p={16} aria-label={t('Today')}>
      <Group justify="space-between" align="center">
        <div>
          <SectionTitle>{t('Today')}</SectionTitle>
          <Hint>
            {asked.length === 0
              ? t('Turn on the question types you want to practice.')
              : t('{{due}} due, {{fresh}} new', { due, fresh })}
          </Hint>
        </div>
        <Button
          leftSection={<IconPlayerPlay size={16} />}
          rightSection={start.keys.length > 0 ? <kbd>{start.keys.join(' ')}</kbd> : undefined}
          disabled={asked.length === 0}
          onClick={() => start.run()}
        >
          {t('Start ({{minutes}} min)', { minutes: now.minutes })}
        </Button>
      </Group>
      <ul className={`fw-list ${classes.kinds}`}>
        {KINDS.map(kind => (
          <li key={kind}>
            <Switch
              checked={now[kind]}
              onChange={() => settings.change({ [kind]: !now[kind] })}
              label={tm('practice', KIND_NAMES[kind])}
            />
            <Standings standing={standing(kind)} />
            <SecondaryButton
              size="compact-sm"
              aria-label={t('Practice only this: {{kind}}', { kind: tm('practice', KIND_NAMES[kind]) })}
              onClick={() => start.run({ kind })}
            >
              {t('Practice only this')}
            </SecondaryButton>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function Standings({ standing: { due, known, total } }: { standing: Standing }) {
  const { t } = useText()
  return (
    <Hint className={classes.standing} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {due > 0
        ? t('{{known}} of {{total}} learned, {{due}} due', { known, total, due })
        : t('{{known}} of {{total}} learned', { known, total })}
    </Hint>
  )
}

function Options() {
  const { t, tm } = useText()
  const settings = useService(SETTINGS).store(trainerSettings)
  const now = useStore(settings)
  const tunings = useStore(useService(TUNING_LIST))
  const onNeck = useStore(useService(NECK_VIEW), view => (view.own ?? view).tuning)
  const strings = tunings.find(({ id }) => id === now.tuning)?.strings.length ?? onNeck.strings.length
  const numbers = [
    { id: 'fretFrom', label: t('Lowest fret'), limits: FRETS },
    { id: 'fretTo', label: t('Highest fret'), limits: FRETS },
    { id: 'highestString', label: t('Highest string'), limits: { ...STRINGS, most: strings } },
    { id: 'lowestString', label: t('Lowest string'), limits: { ...STRINGS, most: strings } },
    { id: 'minutes', label: t('Minutes per round'), limits: MINUTES },
  ] as const
  return (
    <Stack gap="md">
      <SimpleGrid minColWidth={150} spacing={12}>
        <Select
          size="sm"
          label={t('Tuning')}
          value={String(now.tuning)}
          data={[
            { value: '', label: t('Current tuning') },
            ...tunings.map(({ id, name, custom }) => ({
              value: String(id),
              label: custom ? name : tm('core', name),
            })),
          ]}
          onChange={value =>
            settings.change({ tuning: tunings.find(({ id }) => String(id) === value)?.id ?? '' })
          }
        />
        {numbers.map(({ id, label, limits }) => (
          <WholeNumber
            key={id}
            size="sm"
            label={label}
            value={Math.min(limits.most, now[id])}
            min={limits.least}
            max={limits.most}
            onTake={taken => settings.change({ [id]: taken })}
          />
        ))}
      </SimpleGrid>
      <Switch
        checked={now.accidentals}
        onChange={() => settings.change({ accidentals: !now.accidentals })}
        label={t('Sharps and flats')}
      />
    </Stack>
  )
}

function Exercises() {
  const { tm } = useText()
  const play = useCommand('trainers.play-exercise')
  return (
    <Group gap={8}>
      {Object.entries(EXERCISE_NAMES).map(([exercise, name]) => (
        <SecondaryButton key={exercise} onClick={() => play.run({ exercise })}>
          {tm('practice', name)}
        </SecondaryButton>
      ))}
    </Group>
  )
}
