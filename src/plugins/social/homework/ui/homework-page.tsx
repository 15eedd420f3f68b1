import { Alert, Badge, Button, Group, Stack, Switch } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import {
  type Assignment,
  givenHomework,
  homeworkInviters,
  INVITERS,
  type Inviters,
  ownGroups,
  receivedHomework,
  type StudyGroup,
  setHomeworkInviters,
} from '../../../../core/contract/homework.js'
import { useAttempt, useCall } from '../../../../core/react/hooks/use-answer.js'
import { Select } from '../../../../core/react/inputs/select.js'
import {
  useKernel,
  useService,
  useStore,
  useText,
  type Text as Words,
} from '../../../../core/react/kernel-context.js'
import {
  Awaited,
  ListRow,
  ListSection,
  PageHeader,
  Pages,
  usePages,
} from '../../../../core/react/list-page.js'
import page from '../../../../core/react/list-page.module.css'
import { percentOf } from '../../../practice/tokens.js'
import { ONCE } from '../../once.js'
import { outboxSettings } from '../../settings.js'
import { newsOf } from '../news.js'
import { outboxOf } from '../outbox.js'
import { INVITER_NAMES, refusalText, STATES } from '../sentences.js'
import { isOverdue, isWithdrawn, taskFacts } from './facts.js'
import { JoinGroup } from './join-code.js'
import { useKept } from './parts.js'

export default function HomeworkPage() {
  const { t } = useText()
  const deliveries = useStore(useService(ONCE)(outboxOf).deliveries)
  const news = useService(ONCE)(newsOf)
  const [joined, setJoined] = useState(0)
  useEffect(() => news.refresh(), [news])
  return (
    <div className={page.page}>
      <PageHeader title={t('Homework')} note={t('Teachers assign songs, and students practice them.')} />
      <Waiting />
      <Assignments
        key={`joined ${joined}`}
        title={t('Assigned to you')}
        empty={t('You haven’t been assigned any homework.')}
        list={receivedHomework}
        factsOf={receivedFacts}
      />
      <Assignments
        key={deliveries.times}
        title={t('Assigned by you')}
        empty={t('You haven’t assigned any homework.')}
        list={givenHomework}
        factsOf={givenFacts}
        // This also works offline: the homework is sent later.
        action={isTeaching => (
          <Button component={Link} to="/homework/new" size="xs" variant={isTeaching ? 'filled' : 'default'}>
            {t('Assign homework')}
          </Button>
        )}
      />
      <Groups
        onJoined={() => {
          setJoined(joined + 1)
          news.refresh()
        }}
      />
      <InvitersChoice />
    </div>
  )
}

interface AssignmentsProps {
  readonly title: string
  readonly empty: string
  readonly list: typeof receivedHomework
  readonly factsOf: (assignment: Assignment, text: Words) => string
  readonly action?: (hasItems: boolean) => ReactNode
}

function Assignments({ title, empty, list, factsOf, action }: AssignmentsProps) {
  const text = useText()
  const pages = usePages()
  const answer = useKept(list, { query: pages.query })
  const { items, next } = answer.value ?? {}
  return (
    <ListSection
      title={title}
      action={action?.((items?.length ?? 0) > 0)}
      empty={pages.isFirst && next === undefined ? empty : undefined}
      rows={items
        ?.toSorted((a, b) => Number(isWithdrawn(a)) - Number(isWithdrawn(b)))
        .map(each => (
          <ListRow key={each.id} title={each.title} to={`/homework/${each.id}`} facts={factsOf(each, text)}>
            {isOverdue(each) && (
              <Badge color="red" variant="light" tt="none">
                {text.t('Overdue')}
              </Badge>
            )}
            {each.news && (
              <Badge color={isWithdrawn(each) ? 'gray' : 'orange'} variant="light" tt="none">
                {isWithdrawn(each) ? text.tm('social', STATES.withdrawn) : text.t('New')}
              </Badge>
            )}
          </ListRow>
        ))}
      foot={<Pages pages={pages} next={next} />}
    >
      <Awaited answer={answer} words={refusalText} />
    </ListSection>
  )
}

function InvitersChoice() {
  const { t, tm } = useText()
  const { api } = useKernel()
  const { value, reload } = useCall(homeworkInviters)
  const { busy, attempt } = useAttempt(refusalText)
  const choose = (change: { readonly from?: Inviters; readonly mail?: boolean }) =>
    void attempt(async () => {
      await api.call(setHomeworkInviters, { body: { from: 'following', ...value, ...change } })
      reload()
    })
  return (
    <Stack gap="sm" className={page.search}>
      <Select
        label={t('Who can assign you homework')}
        disabled={!value || busy}
        data={INVITERS.map(each => ({ value: each, label: tm('social', INVITER_NAMES[each] ?? '') }))}
        value={value?.from ?? null}
        onChange={chosen => {
          const from = INVITERS.find(each => each === chosen)
          if (from) choose({ from })
        }}
      />
      <Switch
        label={t('Email me about homework')}
        disabled={!value || busy}
        checked={value?.mail ?? true}
        onChange={event => choose({ mail: event.currentTarget.checked })}
      />
    </Stack>
  )
}

function receivedFacts(assignment: Assignment, text: Words): string {
  const { t, tm } = text
  const [me] = assignment.students
  const state = me && !isWithdrawn(assignment) ? [tm('social', STATES[me.state] ?? '')] : []
  const best =
    me?.best === undefined || me.state !== 'accepted'
      ? []
      : [t('best: {{percent}}%', { percent: percentOf(me.best) })]
  return [assignment.teacher.name, taskFacts(assignment.task, text), ...state, ...best].join(' · ')
}

function givenFacts({ students, task }: Assignment, text: Words): string {
  const { t } = text
  const names = task.group ?? students.map(({ person }) => person.name).join(', ')
  const practiced = students.filter(({ takes }) => takes > 0).length
  const progress =
    students.length === 0
      ? t('no students yet')
      : t('{{practiced}} of {{all}} practiced', { practiced, all: students.length })
  return [names, taskFacts(task, text), progress].join(' · ')
}

function Groups({ onJoined }: { readonly onJoined: () => void }) {
  const { t } = useText()
  const answer = useKept(ownGroups)
  const factsOf = ({ teacher, members: { length: count } }: StudyGroup) => {
    if (teacher.id !== own) return teacher.name
    return count === 0 ? t('no students yet') : t('{{count}} members', { count })
  }
  const joined = () => {
    answer.reload()
    onJoined()
  }
  const own = useStore(useKernel().auth.state, ({ user }) => user?.id)
  return (
    <ListSection
      title={t('Groups')}
      empty={t('Assign the same homework to several students.')}
      action={
        <Button component={Link} to={`/homework/group/${crypto.randomUUID()}`} variant="default" size="xs">
          {t('Create group')}
        </Button>
      }
      rows={answer.value?.items.map(group => (
        <ListRow
          key={group.id}
          title={group.name}
          to={`/homework/group/${group.id}`}
          facts={factsOf(group)}
        />
      ))}
      foot={<JoinGroup onJoined={joined} />}
    >
      <Awaited answer={answer} words={refusalText} />
    </ListSection>
  )
}

function Waiting() {
  const { t } = useText()
  const outbox = useService(ONCE)(outboxOf)
  useStore(useKernel().settings.store(outboxSettings))
  const waiting = outbox.waiting()
  if (waiting.length === 0) return null
  return (
    <Alert variant="outline" role="status">
      <Group justify="space-between" gap="sm">
        {t('{{count}} items waiting to be sent', { count: waiting.length })}
        <Button size="compact-sm" variant="default" onClick={() => void outbox.flush()}>
          {t('Send now')}
        </Button>
      </Group>
    </Alert>
  )
}
