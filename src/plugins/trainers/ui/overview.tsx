import { Button, Group, Stack, Switch, Text, Title } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { AUTH, CLOCK, SETTINGS } from '../../../core/kernel/services/tokens.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { Select } from '../../../core/react/select.js'
import { WholeNumber } from '../../../core/react/whole-number.js'
import { NECK_VIEW, TUNING_LIST } from '../../fretboard/tokens.js'
import { deck } from '../cards/deck.js'
import { type Standing, standingOf } from '../cards/memory.js'
import { EXERCISE_NAMES } from '../exercises/play-exercise.js'
import { FRETS, KINDS, type Kind, MINUTES, STRINGS, trainerSettings } from '../settings.js'
import { KIND_NAMES } from './answer-words.js'
import classes from './train.module.css'

export function Overview() {
  const { t } = useText()
  return (
    <>
      <Daily />
      <Stack component="section" className="fw-card" gap={16} p={16} aria-label={t('What is asked')}>
        <Title order={2} fz={16}>
          {t('What is asked')}
        </Title>
        <Options />
      </Stack>
      <Stack component="section" className="fw-card" gap={16} p={16} aria-label={t('In time')}>
        <Title order={2} fz={16}>
          {t('In time')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('Played with the metronome, looped and judged. Clean passes make it faster.')}
        </Text>
        <Exercises />
      </Stack>
    </>
  )
}

function useStandings(): (kind: Kind) => Standing {
  const settings = useStore(useService(SETTINGS).store(trainerSettings))
  const user = useStore(useService(AUTH).state, session => session.user?.id ?? '')
  const tunings = useStore(useService(TUNING_LIST))
  const onNeck = useStore(useService(NECK_VIEW), view => view.tuning)
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
          <Title order={2} fz={16}>
            {t('Today')}
          </Title>
          <Text size="sm" c="dimmed">
            {asked.length === 0
              ? t('Turn on the question types you want to practice.')
              : t('{{due}} to repeat, {{fresh}} not seen yet', { due, fresh })}
          </Text>
        </div>
        <Button
          leftSection={<IconPlayerPlay size={16} />}
          rightSection={start.keys.length > 0 ? <kbd>{start.keys.join(' ')}</kbd> : undefined}
          disabled={asked.length === 0}
          onClick={() => start.run()}
        >
          {t('Start: {{minutes}} min', { minutes: now.minutes })}
        </Button>
      </Group>
      <ul className={`fw-list ${classes.kinds}`}>
        {KINDS.map(kind => (
          <li key={kind}>
            <Switch
              checked={now[kind]}
              onChange={() => settings.change({ [kind]: !now[kind] })}
              label={tm('trainers', KIND_NAMES[kind])}
            />
            <Standings standing={standing(kind)} />
            <Button size="compact-sm" variant="default" onClick={() => start.run({ kind })}>
              {t('Only this')}
            </Button>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function Standings({ standing: { due, known, total } }: { standing: Standing }) {
  const { t } = useText()
  return (
    <Text size="sm" c="dimmed" className={classes.standing}>
      {due > 0
        ? t('{{known}} of {{total}} known, {{due}} to repeat', { known, total, due })
        : t('{{known}} of {{total}} known', { known, total })}
    </Text>
  )
}

function Options() {
  const { t, tm } = useText()
  const settings = useService(SETTINGS).store(trainerSettings)
  const now = useStore(settings)
  const tunings = useStore(useService(TUNING_LIST))
  const onNeck = useStore(useService(NECK_VIEW), view => view.tuning)
  const strings = tunings.find(({ id }) => id === now.tuning)?.strings.length ?? onNeck.strings.length
  const numbers = [
    { id: 'fretFrom', label: t('Lowest fret'), limits: FRETS },
    { id: 'fretTo', label: t('Highest fret'), limits: FRETS },
    { id: 'highestString', label: t('Highest string'), limits: { ...STRINGS, most: strings } },
    { id: 'lowestString', label: t('Lowest string'), limits: { ...STRINGS, most: strings } },
    { id: 'minutes', label: t('Minutes of a round'), limits: MINUTES },
  ] as const
  return (
    <Stack gap="md">
      <div className={classes.options}>
        <Select
          size="sm"
          label={t('Tuning')}
          allowDeselect={false}
          value={String(now.tuning)}
          data={[
            { value: '', label: t('As on the fretboard') },
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
      </div>
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
        <Button key={exercise} variant="default" onClick={() => play.run({ exercise })}>
          {tm('trainers', name)}
        </Button>
      ))}
    </Group>
  )
}
