import { Badge, Button, Group, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import {
  type Assignment,
  answerHomework,
  changeHomework,
  endHomework,
  type HomeworkComment,
  type HomeworkStudent,
  homeworkDetails,
  INCLUDED,
  reportHomework,
  type SentTake,
} from '../../../../core/contract/homework.js'
import { blockUser } from '../../../../core/contract/users.js'
import { createStore, type ReadonlyStore } from '../../../../core/platform/store.js'
import {
  useKernel,
  useOptionalService,
  useService,
  useStore,
  useText,
} from '../../../../core/react/kernel-context.js'
import { Awaited, BackLink, PageHeader, Pages, usePages } from '../../../../core/react/list-page.js'
import page from '../../../../core/react/list-page.module.css'
import { Hint, SecondaryButton, SectionTitle, UserText } from '../../../../core/react/looks.js'
import { ReportForm } from '../../../../core/react/report-form.js'
import { MIDI_ACCESS } from '../../../midi-io/tokens.js'
import { percentOf } from '../../../practice/tokens.js'
import { ONCE } from '../../once.js'
import { keptOf } from '../kept.js'
import { newsOf } from '../news.js'
import { outboxOf } from '../outbox.js'
import { type AssignedSong, practicingOf } from '../practicing.js'
import { refusalText, STATES } from '../sentences.js'
import { isPast, isWithdrawn, taskFacts } from './facts.js'
import { DueAndNote, useActions, useKept } from './parts.js'
import { Comments, Takes } from './takes.js'

export default function AssignmentPage() {
  const { t } = useText()
  const { id = '' } = useParams()
  // Reload after each delivery.
  const deliveries = useStore(useService(ONCE)(outboxOf).deliveries)
  const pages = usePages()
  const answer = useKept(homeworkDetails, { params: { id }, query: pages.query }, deliveries)
  const news = useService(ONCE)(newsOf)
  const kept = useService(ONCE)(keptOf)
  const assignment = answer.value?.assignment
  useEffect(() => {
    if (assignment?.news) news.see(id, !isWithdrawn(assignment))
    if (assignment) void kept.fetchAhead(assignment)
  }, [news, kept, id, assignment])
  return (
    <div className={page.page}>
      <BackLink to="/homework">{t('Homework')}</BackLink>
      <Awaited answer={answer} words={refusalText} />
      {answer.value && <Details {...answer.value} onAnswered={answer.reload} />}
      <Pages pages={pages} next={answer.value?.next} />
    </div>
  )
}

interface AnswerProps {
  readonly assignment: Assignment
  readonly onAnswered: () => void
}

interface DetailsProps extends AnswerProps {
  readonly takes: readonly SentTake[]
  readonly comments: readonly HomeworkComment[]
}

function Details({ assignment, takes, comments, onAnswered }: DetailsProps) {
  const text = useText()
  const own = useStore(useKernel().auth.state, ({ user }) => user?.id)
  const { title, teacher, task, students } = assignment
  const isTeacher = teacher.id === own
  return (
    <>
      <PageHeader
        title={title}
        note={[teacher.name, ...(task.group ? [task.group] : []), taskFacts(task, text)].join(' · ')}
      />
      {isTeacher && task.list.length > 0 && (
        <UserText>{task.list.map(song => song.title).join('\n')}</UserText>
      )}
      {task.note !== '' && <UserText>{task.note}</UserText>}
      {isTeacher ? (
        <Own assignment={assignment} onAnswered={onAnswered} />
      ) : (
        <Answer assignment={assignment} onAnswered={onAnswered} />
      )}
      {(isTeacher || students.some(({ state }) => state === 'accepted')) &&
        students
          .toSorted((a, b) => Number(a.takes > 0) - Number(b.takes > 0))
          .map(student => (
            <Student
              key={student.person.id}
              assignment={assignment}
              student={student}
              isNamed={isTeacher}
              takes={takes.filter(take => take.student === student.person.id)}
              comments={comments.filter(comment => comment.student === student.person.id).toReversed()}
            />
          ))}
      {!isTeacher && <Unwanted assignment={assignment} />}
    </>
  )
}

interface StudentProps extends Omit<DetailsProps, 'onAnswered'> {
  readonly student: HomeworkStudent
  readonly isNamed: boolean
}

function Student({ assignment, student, isNamed, takes, comments }: StudentProps) {
  const { t, tm } = useText()
  const { person, state, sendsTakes, best } = student
  const { name, id } = person
  const label = isNamed ? name : t('Your takes')
  // A student who rejoins the group can do the homework again, with the earlier comments.
  const isHidden = !sendsTakes && (state !== 'given' || comments.length + takes.length > 0)
  return (
    <Stack component="section" className={`fw-card ${page.form}`} p={16} gap="sm" aria-label={label}>
      <Group justify="space-between">
        <SectionTitle>{label}</SectionTitle>
        <Group gap="xs">
          {best !== undefined && (
            <Badge variant="default" tt="none">
              {t('best: {{percent}}%', { percent: percentOf(best) })}
            </Badge>
          )}
          <Badge variant="default" tt="none">
            {tm('social', STATES[state] ?? '')}
          </Badge>
        </Group>
      </Group>
      {isHidden && (
        <Hint>
          {isNamed
            ? t('{{name}} isn’t sharing takes.', { name })
            : t('{{name}} doesn’t see your takes.', { name: assignment.teacher.name })}
        </Hint>
      )}
      {(takes.length > 0 || !isHidden) && <Takes {...{ assignment, takes, student: name }} />}
      <Comments {...{ assignment, comments, student: id, isOpen: state === 'accepted' }} />
    </Stack>
  )
}

function Answer({ assignment, onAnswered }: AnswerProps) {
  const { t } = useText()
  const { api } = useKernel()
  const practicing = useService(ONCE)(practicingOf)
  const kept = useService(ONCE)(keptOf)
  const { busy, attempt, ask, question } = useActions()
  const { teacher, id, task, students } = assignment
  const [me] = students
  if (!me) return null
  const { name } = teacher
  if (isWithdrawn(assignment))
    return <Hint>{t('{{name}} has withdrawn this homework. It’s no longer in your list.', { name })}</Hint>
  const send = async (state: 'accepted' | 'declined' | 'left', sendTakes: boolean) => {
    const answered = await api.call(answerHomework, { params: { id }, body: { state, sendTakes } })
    // Cache the details, so that the page opens offline.
    void kept.call(homeworkDetails, { params: { id }, query: {} }).catch(() => undefined)
    return answered
  }
  const answer = (...to: Parameters<typeof send>) => void attempt(() => send(...to).then(onAnswered))
  const leave = {
    title: t('Leave this homework?'),
    text: t('{{name}} will no longer see your takes.', { name }),
    yes: t('Leave'),
    run: () => answer('left', false),
  }
  const isOpen = me.state === 'accepted'
  const isList = isOpen && task.list.length > 0
  const songs: readonly AssignedSong[] = isList ? task.list : [{ ...task, title: assignment.title }]
  const isGone = ({ hash, song }: AssignedSong) => isOpen && hash === undefined && !song.startsWith(INCLUDED)
  const start = async (song: AssignedSong) =>
    practicing.start(isOpen ? assignment : await send('accepted', true), isList ? song : undefined)
  return (
    <Stack gap="xs" align="flex-start">
      {songs.some(isGone) && <Hint>{t('{{name}} has removed the song.', { name })}</Hint>}
      {songs.map(song => (
        <Button
          key={song.song}
          loading={busy}
          disabled={isGone(song)}
          onClick={() => void attempt(() => start(song))}
        >
          {isList ? t('Start “{{title}}”', { title: song.title }) : t('Start')}
        </Button>
      ))}
      <Group gap="xs">
        <SecondaryButton disabled={busy} onClick={() => answer('accepted', isOpen && !me.sendsTakes)}>
          {isOpen
            ? me.sendsTakes
              ? t('Stop sharing takes')
              : t('Share my takes')
            : t('Accept without sharing takes')}
        </SecondaryButton>
        {(isOpen || me.state === 'given') && (
          <Button
            variant="subtle"
            color="gray"
            disabled={busy}
            onClick={() => (isOpen ? ask(leave) : answer('declined', false))}
          >
            {isOpen ? t('Leave') : t('Decline')}
          </Button>
        )}
      </Group>
      {question}
      <NeedsMidi />
      {!isOpen && (
        <Hint>
          {t(
            'By pressing Start, you accept the homework and share your takes with {{name}}. You can stop sharing at any time.',
            { name },
          )}
        </Hint>
      )}
    </Stack>
  )
}

const NO_ACCESS = createStore({ inputs: [{}] })

function NeedsMidi() {
  const { t } = useText()
  const view: ReadonlyStore<{ readonly inputs: readonly object[] }> =
    useOptionalService(MIDI_ACCESS)?.view ?? NO_ACCESS
  if (useStore(view, ({ inputs }) => inputs.length > 0)) return null
  return (
    <Hint>
      {t(
        'For feedback, connect a MIDI instrument and allow MIDI, tap the neck or play on your computer keyboard.',
      )}
    </Hint>
  )
}

/** Lets a student report the homework or block the teacher. */
function Unwanted({ assignment: { id, teacher } }: Pick<AnswerProps, 'assignment'>) {
  const { t } = useText()
  const { api } = useKernel()
  const { busy, attemptLast, ask, question } = useActions()
  const block = {
    title: t('Block {{name}}?', { name: teacher.name }),
    text: t('You’ll no longer see each other’s homework, shared items or profiles.'),
    yes: t('Block'),
    severe: true,
    run: () => attemptLast(() => api.call(blockUser, { params: { id: teacher.id, blocked: '1' } })),
  }
  return (
    <Group gap="xs" align="flex-start">
      <ReportForm words={refusalText} send={body => api.call(reportHomework, { params: { id }, body })} />
      <Button variant="subtle" color="gray" size="compact-sm" loading={busy} onClick={() => ask(block)}>
        {t('Block {{name}}', { name: teacher.name })}
      </Button>
      {question}
    </Group>
  )
}

function Own({ assignment: { id, task }, onAnswered }: AnswerProps) {
  const { t } = useText()
  const { api } = useKernel()
  const { busy, attempt, attemptLast, ask, question } = useActions()
  const [changed, setChanged] = useState<Pick<typeof task, 'due' | 'note'>>()
  const withdraw = {
    title: t('Withdraw this homework?'),
    text: t('Its takes and comments will be deleted. Your students will see that it was withdrawn.'),
    yes: t('Withdraw'),
    severe: true,
    run: () => attemptLast(() => api.call(endHomework, { params: { id } })),
  }
  const save = (body: Pick<typeof task, 'due' | 'note'>) =>
    void attempt(async () => {
      await api.call(changeHomework, { params: { id }, body })
      setChanged(undefined)
      onAnswered()
    })
  if (!changed)
    return (
      <Group gap="xs">
        <SecondaryButton onClick={() => setChanged(task)}>{t('Edit')}</SecondaryButton>
        <SecondaryButton loading={busy} onClick={() => ask(withdraw)}>
          {t('Withdraw')}
        </SecondaryButton>
        {question}
      </Group>
    )
  const { due, note } = changed
  return (
    <Stack className={`fw-card ${page.form}`} p={16} gap="sm">
      <DueAndNote due={due} note={note} onChange={setChanged} />
      <Group gap="xs">
        <Button
          loading={busy}
          disabled={due !== task.due && isPast(due)}
          onClick={() => save({ note, ...(due !== undefined && { due }) })}
        >
          {t('Save')}
        </Button>
        <SecondaryButton onClick={() => setChanged(undefined)}>{t('Cancel')}</SecondaryButton>
      </Group>
    </Stack>
  )
}
