import { Alert, Button, Group } from '@mantine/core'
import { useCallback } from 'react'
import { Link } from 'react-router-dom'
import { type Assignment, homeworkList, ownGroups, type StudyGroup } from '../../../core/api/homework.js'
import { useAnswer } from '../../../core/react/hooks/use-answer.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText, type Text as Words } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { Awaited, ListRow, ListSection, PageHeader } from '../../../core/react/list-page.js'
import page from '../../../core/react/list-page.module.css'
import { OUTBOX } from '../internal-tokens.js'
import { refusalText, STATES } from '../sentences.js'
import { outboxSettings } from '../settings.js'
import { percent, taskFacts } from './facts.js'

export default function HomeworkPage() {
  const text = useText()
  const { t } = text
  const { api } = useKernel()
  const deliveries = useStore(useService(OUTBOX).deliveries)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was delivered changes the answer
  const ask = useCallback(
    async (signal: AbortSignal) => {
      const [homework, groups] = await Promise.all([
        api.call(homeworkList, {}, { signal }),
        api.call(ownGroups, {}, { signal }),
      ])
      return { ...homework, groups: groups.items }
    },
    [api, deliveries],
  )
  const answer = useAnswer(ask)
  const { value } = answer
  return (
    <div className={page.page}>
      <PageHeader title={t('Homework')} note={t('Songs to practice, from a teacher to students.')} />
      {/* Also without a connection: it is sent later. */}
      <Button component={Link} to="/homework/new" className={page.back}>
        {t('Give homework')}
      </Button>
      <Waiting />
      <Awaited answer={answer} words={refusalText} />
      {value && (
        <>
          <ListSection
            title={t('For you')}
            empty={t('No teacher has given you homework.')}
            rows={value.received.map(row(each => receivedFacts(each, text)))}
          />
          <ListSection
            title={t('From you')}
            empty={t('You have given no homework.')}
            rows={value.given.map(row(each => givenFacts(each, text)))}
          />
          <Groups groups={value.groups} />
        </>
      )}
    </div>
  )
}

function receivedFacts(assignment: Assignment, text: Words): string {
  const { t, tm } = text
  const [me] = assignment.students
  const state = me && tm('homework', STATES[me.state] ?? '')
  const best = me?.best === undefined ? [] : [t('best {{percent}} %', { percent: percent(me.best) })]
  return [assignment.teacher.name, taskFacts(assignment, text), ...(state ? [state] : []), ...best].join(
    ' · ',
  )
}

function givenFacts(assignment: Assignment, text: Words): string {
  const { t } = text
  const { students, group } = assignment
  const names = group ?? students.map(({ person }) => person.name).join(', ')
  const accepted = students.filter(({ state }) => state === 'accepted').length
  const progress = t('{{accepted}} of {{all}} accepted', { accepted, all: students.length })
  return [names, taskFacts(assignment, text), progress].join(' · ')
}

const row = (factsOf: (assignment: Assignment) => string) => (assignment: Assignment) => (
  <ListRow
    key={assignment.id}
    title={assignment.title}
    to={`/homework/${assignment.id}`}
    facts={factsOf(assignment)}
  />
)

function Groups({ groups }: { readonly groups: readonly StudyGroup[] }) {
  const { t } = useText()
  const { auth } = useKernel()
  const own = useStore(auth.state, ({ user }) => user?.id)
  return (
    <ListSection
      title={t('Groups')}
      empty={t('A group gets the same homework.')}
      action={
        <Button component={Link} to={`/homework/group/${crypto.randomUUID()}`} variant="default" size="xs">
          {t('Make a group')}
        </Button>
      }
      rows={groups.map(({ id, name, teacher, members }) => (
        <ListRow
          key={id}
          title={name}
          to={`/homework/group/${id}`}
          facts={teacher.id === own ? t('members: {{number}}', { number: members.length }) : teacher.name}
        />
      ))}
    />
  )
}

function Waiting() {
  const { t } = useText()
  const outbox = useService(OUTBOX)
  useStore(useKernel().settings.store(outboxSettings))
  const waiting = outbox.waiting()
  if (waiting.length === 0) return null
  return (
    <Alert variant="outline" role="status">
      <Group justify="space-between" gap="sm">
        {t('Waiting for a connection: {{number}}', { number: waiting.length })}
        <Button size="compact-sm" variant="default" onClick={() => void outbox.flush()}>
          {t('Send now')}
        </Button>
      </Group>
    </Alert>
  )
}
