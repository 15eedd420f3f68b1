import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useCallback } from 'react'
import { Link } from 'react-router-dom'
import { type Assignment, homeworkList, ownGroups, type StudyGroup } from '../../../core/api/homework.js'
import { useAnswer } from '../../../core/react/hooks/use-answer.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText, type Text as Words } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import page from '../../../core/react/list-page.module.css'
import { Refused } from '../../../core/react/refused.js'
import { OUTBOX } from '../internal-tokens.js'
import { refusalText, STATES } from '../sentences.js'
import { outboxSettings } from '../settings.js'
import { percent, taskFacts } from './facts.js'
import classes from './homework.module.css'

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
  const { value, error, busy, reload } = useAnswer(ask)
  return (
    <div className={page.page}>
      <header>
        <h1 className={page.title}>{t('Homework')}</h1>
        <p className={page.note}>{t('Songs to practice, from a teacher to students.')}</p>
      </header>
      {/* Also without a connection: it is sent later. */}
      <Button component={Link} to="/homework/new" className={page.back}>
        {t('Give homework')}
      </Button>
      <Waiting />
      {error !== undefined && <Refused error={error} words={refusalText} onRetry={reload} />}
      {!value && busy && <Skeleton className="fw-card" height={180} aria-hidden />}
      {value && (
        <>
          <Section title={t('For you')} empty={t('No teacher has given you homework.')}>
            {value.received.map(each => (
              <Row key={each.id} id={each.id} title={each.title} facts={receivedFacts(each, text)} />
            ))}
          </Section>
          <Section title={t('From you')} empty={t('You have given no homework.')}>
            {value.given.map(each => (
              <Row key={each.id} id={each.id} title={each.title} facts={givenFacts(each, text)} />
            ))}
          </Section>
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

interface SectionProps {
  readonly title: string
  readonly empty: string
  readonly action?: ReactNode
  readonly children: readonly ReactNode[]
}

function Section({ title, empty, action, children }: SectionProps) {
  return (
    <Stack component="section" gap="xs" aria-label={title}>
      <Group justify="space-between">
        <Title order={2} size={16}>
          {title}
        </Title>
        {action}
      </Group>
      {children.length === 0 ? (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      ) : (
        <ul className={`fw-card ${page.list}`} aria-label={title}>
          {children}
        </ul>
      )}
    </Stack>
  )
}

function Row({ id, title, facts }: { readonly id: string; readonly title: string; readonly facts: string }) {
  return (
    <li className={classes.row} data-row>
      <div className={classes.what}>
        <Link className={page.name} to={`/homework/${id}`}>
          {title}
        </Link>
        <span className={classes.facts}>{facts}</span>
      </div>
    </li>
  )
}

function Groups({ groups }: { readonly groups: readonly StudyGroup[] }) {
  const { t } = useText()
  const { auth } = useKernel()
  const own = useStore(auth.state, ({ user }) => user?.id)
  const title = t('Groups')
  return (
    <Section
      title={title}
      empty={t('A group gets the same homework.')}
      action={
        <Button component={Link} to={`/homework/group/${crypto.randomUUID()}`} variant="default" size="xs">
          {t('Make a group')}
        </Button>
      }
    >
      {groups.map(({ id, name, teacher, members }) => (
        <li key={id} className={classes.row} data-row>
          <div className={classes.what}>
            <Link className={page.name} to={`/homework/group/${id}`}>
              {name}
            </Link>
            <span className={classes.facts}>
              {teacher.id === own ? t('members: {{number}}', { number: members.length }) : teacher.name}
            </span>
          </div>
        </li>
      ))}
    </Section>
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
