import { Anchor, Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useCallback, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import {
  type Assignment,
  answerHomework,
  endHomework,
  type HomeworkComment,
  type HomeworkStudent,
  homeworkDetails,
  type SentTake,
} from '../../../core/api/homework.js'
import { useAnswer } from '../../../core/react/hooks/use-answer.js'
import { useAttempt } from '../../../core/react/hooks/use-attempt.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import page from '../../../core/react/list-page.module.css'
import { type Asked, Question } from '../../../core/react/question.js'
import { Refused } from '../../../core/react/refused.js'
import { OUTBOX, PRACTICING } from '../internal-tokens.js'
import { refusalText, STATES } from '../sentences.js'
import { Comments } from './comments.js'
import { percent, taskFacts } from './facts.js'
import classes from './homework.module.css'
import { Takes } from './takes.js'

export default function AssignmentPage() {
  const text = useText()
  const { t } = text
  const { id = '' } = useParams()
  const { api, auth } = useKernel()
  const own = useStore(auth.state, ({ user }) => user?.id)
  const deliveries = useStore(useService(OUTBOX).deliveries)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was delivered changes the answer
  const ask = useCallback(
    (signal: AbortSignal) => api.call(homeworkDetails, { params: { id } }, { signal }),
    [api, id, deliveries],
  )
  const { value, error, busy, reload } = useAnswer(ask)
  const isTeacher = value?.assignment.teacher.id === own
  return (
    <div className={page.page}>
      <Anchor component={Link} to="/homework" size="sm" className={page.back}>
        {t('Homework')}
      </Anchor>
      {error !== undefined && <Refused error={error} words={refusalText} onRetry={reload} />}
      {!value && busy && <Skeleton className="fw-card" height={180} aria-hidden />}
      {value && (
        <>
          <header>
            <h1 className={page.title}>{value.assignment.title}</h1>
            <p className={page.note}>
              {[value.assignment.teacher.name, taskFacts(value.assignment, text)].join(' · ')}
            </p>
          </header>
          {value.assignment.note !== '' && <p className={classes.note}>{value.assignment.note}</p>}
          {isTeacher ? (
            <TakeBack assignment={value.assignment} />
          ) : (
            <Answer assignment={value.assignment} onAnswered={reload} />
          )}
          {value.assignment.students.map(student => (
            <Student
              key={student.person.id}
              assignment={value.assignment}
              student={student}
              isNamed={isTeacher}
              takes={value.takes.filter(take => take.student === student.person.id)}
              comments={value.comments.filter(comment => comment.student === student.person.id)}
            />
          ))}
        </>
      )}
    </div>
  )
}

interface StudentProps {
  readonly assignment: Assignment
  readonly student: HomeworkStudent
  readonly isNamed: boolean
  readonly takes: readonly SentTake[]
  readonly comments: readonly HomeworkComment[]
}

function Student({ assignment, student, isNamed, takes, comments }: StudentProps) {
  const { t, tm } = useText()
  const { person, state, sendsTakes, best } = student
  const label = isNamed ? person.name : t('Your takes')
  return (
    <Stack component="section" className={`fw-card ${classes.form}`} p={16} gap="sm" aria-label={label}>
      <Group justify="space-between">
        <Title order={2} size={16}>
          {label}
        </Title>
        <Group gap="xs">
          {best !== undefined && (
            <Badge variant="default">{t('best {{percent}} %', { percent: percent(best) })}</Badge>
          )}
          <Badge variant="default">{tm('homework', STATES[state] ?? '')}</Badge>
        </Group>
      </Group>
      {isNamed && state === 'accepted' && !sendsTakes && (
        <Text size="sm" c="dimmed">
          {t('{{name}} keeps takes private.', { name: person.name })}
        </Text>
      )}
      <Takes takes={takes} />
      <Comments
        assignment={assignment}
        student={person.id}
        comments={comments}
        isOpen={state === 'given' || state === 'accepted'}
      />
    </Stack>
  )
}

interface AnswerProps {
  readonly assignment: Assignment
  readonly onAnswered: () => void
}

function Answer({ assignment, onAnswered }: AnswerProps) {
  const { t } = useText()
  const { api } = useKernel()
  const practicing = useService(PRACTICING)
  const { busy, attempt } = useAttempt(refusalText)
  const [me] = assignment.students
  if (!me) return null
  const { teacher, id, hash } = assignment
  const answer = (state: 'accepted' | 'declined' | 'left', sendTakes: boolean) =>
    void attempt(async () => {
      await api.call(answerHomework, { params: { id }, body: { state, sendTakes } })
      onAnswered()
    })
  if (me.state !== 'accepted')
    return (
      <Stack gap="xs" align="flex-start">
        <Group gap="xs">
          <Button loading={busy} onClick={() => answer('accepted', true)}>
            {t('Accept, and send my takes')}
          </Button>
          <Button variant="default" disabled={busy} onClick={() => answer('accepted', false)}>
            {t('Accept without sending takes')}
          </Button>
          {me.state === 'given' && (
            <Button variant="subtle" color="gray" disabled={busy} onClick={() => answer('declined', false)}>
              {t('Decline')}
            </Button>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {t('{{name}} sees how your takes went only while you agree. You can change that at any time.', {
            name: teacher.name,
          })}
        </Text>
      </Stack>
    )
  return (
    <Stack gap="xs" align="flex-start">
      {hash === undefined && (
        <Text size="sm" c="dimmed">
          {t('{{name}} has removed the song.', { name: teacher.name })}
        </Text>
      )}
      <Group gap="xs">
        <Button
          loading={busy}
          disabled={hash === undefined}
          onClick={() => void attempt(() => practicing.start(assignment))}
        >
          {t('Practice')}
        </Button>
        <Button variant="default" disabled={busy} onClick={() => answer('accepted', !me.sendsTakes)}>
          {me.sendsTakes ? t('Stop sending takes') : t('Send my takes')}
        </Button>
        <Button variant="subtle" color="gray" disabled={busy} onClick={() => answer('left', false)}>
          {t('Leave')}
        </Button>
      </Group>
    </Stack>
  )
}

function TakeBack({ assignment }: { readonly assignment: Assignment }) {
  const { t } = useText()
  const { api } = useKernel()
  const navigate = useNavigate()
  const { busy, attempt } = useAttempt(refusalText)
  const [question, setQuestion] = useState<Asked>()
  const end = () =>
    attempt(async () => {
      await api.call(endHomework, { params: { id: assignment.id } })
      navigate('/homework')
    })
  return (
    <>
      <Button
        variant="default"
        loading={busy}
        className={page.back}
        onClick={() =>
          setQuestion({
            title: t('Take this homework back?'),
            text: t('Its takes and comments are deleted, for your students too.'),
            yes: t('Take back'),
            severe: true,
            run: () => void end(),
          })
        }
      >
        {t('Take back')}
      </Button>
      <Question asked={question} onClose={() => setQuestion(undefined)} />
    </>
  )
}
