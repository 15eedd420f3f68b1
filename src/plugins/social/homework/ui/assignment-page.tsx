import { Badge, Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import {
  type Assignment,
  answerHomework,
  type CommentBody,
  changeHomework,
  endHomework,
  type HomeworkComment,
  type HomeworkStudent,
  homeworkDetails,
  INCLUDED,
  reportHomework,
  type SentTake,
  takeMidi,
} from '../../../../core/contract/homework.js'
import { blockUser } from '../../../../core/contract/users.js'
import { fromBase64 } from '../../../../core/http/library-files.js'
import { createStore, type ReadonlyStore } from '../../../../core/platform/store.js'
import { useAttempt } from '../../../../core/react/hooks/use-answer.js'
import {
  useKernel,
  useOptionalService,
  useService,
  useStore,
  useText,
} from '../../../../core/react/kernel-context.js'
import { Awaited, BackLink, ListRow, PageHeader, Pages, usePages } from '../../../../core/react/list-page.js'
import page from '../../../../core/react/list-page.module.css'
import { Hint, SecondaryButton, SectionTitle, UserText } from '../../../../core/react/looks.js'
import { ReportForm } from '../../../../core/react/report-form.js'
import { MIDI_ACCESS } from '../../../midi-io/tokens.js'
import { SONG_SESSION } from '../../../player/tokens.js'
import { percentOf } from '../../../practice/tokens.js'
import { ONCE } from '../../once.js'
import { outboxSettings } from '../../settings.js'
import { keptOf } from '../kept.js'
import { newsOf } from '../news.js'
import { outboxOf } from '../outbox.js'
import { type AssignedSong, practicingOf } from '../practicing.js'
import { refusalText, STATES } from '../sentences.js'
import { isPast, isWithdrawn, taskFacts, timeText } from './facts.js'
import { DueAndNote, LongText, useActions, useKept } from './parts.js'

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
  // After rejoining a group, homework can be done again and keeps its earlier comments.
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
            'Start accepts the homework and shares your takes with {{name}}. You can stop sharing at any time.',
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

/** Lets a student report the homework or block its teacher. */
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

const HARDEST = 3

interface TakesProps extends Pick<DetailsProps, 'assignment' | 'takes'> {
  readonly student: string
}

function Takes({ assignment, student, takes }: TakesProps) {
  const { t, locale } = useText()
  const { api } = useKernel()
  const practicing = useService(ONCE)(practicingOf)
  const isPlaying = useStore(useService(SONG_SESSION).view, ({ playing }) => playing)
  const [heard, setHeard] = useState('')
  const { busy, attempt } = useAttempt(refusalText)
  const { id, title, task } = assignment
  const hear = (take: SentTake) =>
    attempt(async () => {
      const of = { params: { id, student: take.student }, query: { take: take.id } }
      const bytes = async () => fromBase64((await api.call(takeMidi, of)).bytes)
      const file = { name: 'take.mid', title: `${student}: ${title}`, size: 0, bytes }
      await practicing.listen(file, { tempo: Math.min(200, Math.max(25, take.tempo)), loop: false })
      setHeard(take.id)
    })
  const percentText = new Intl.NumberFormat(locale, { style: 'percent' }).format
  if (takes.length === 0) return <Hint>{t('No takes yet.')}</Hint>
  const barText = ({ bar }: { readonly bar: number }) => (bar === 0 ? t('pickup') : `${bar}`)
  const factsOf = ({ byBar, tempo, at, song }: SentTake) => {
    const bars = byBar.slice(0, HARDEST).map(barText).join(', ')
    return [
      ...(bars === '' ? [] : [t('hardest bars: {{bars}}', { bars })]),
      t('tempo {{percent}}%', { percent: tempo }),
      timeText(at, locale),
      ...task.list.flatMap(each => (each.song === song ? [each.title] : [])),
    ].join(' · ')
  }
  return (
    <ul className={page.list} aria-label={t('Takes')}>
      {takes.map(take => (
        <ListRow
          key={take.id}
          title={`${percentText(percentOf(take.accuracy) / 100)}${take.complete ? '' : ` (${t('incomplete')})`}`}
          facts={factsOf(take)}
        >
          {isPlaying && heard === take.id ? (
            <SecondaryButton size="compact-sm" onClick={() => practicing.hush()}>
              {t('Stop')}
            </SecondaryButton>
          ) : (
            take.hasMidi && (
              <SecondaryButton size="compact-sm" loading={busy} onClick={() => void hear(take)}>
                {t('Listen')}
              </SecondaryButton>
            )
          )}
        </ListRow>
      ))}
    </ul>
  )
}

interface CommentsProps extends Pick<DetailsProps, 'assignment' | 'comments'> {
  readonly student: string
  readonly isOpen: boolean
}

function Comments({ assignment, student, comments, isOpen }: CommentsProps) {
  const { t, locale } = useText()
  const outbox = useService(ONCE)(outboxOf)
  const [text, setText] = useState('')
  const [bar, setBar] = useState<number | string>('')
  const { busy, attempt } = useAttempt(refusalText)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const body = {
      id: crypto.randomUUID(),
      student,
      text: text.trim(),
      ...(typeof bar === 'number' && { bar }),
    }
    if (body.text === '') return
    void attempt(async () => {
      await outbox.add({ kind: 'comment', homework: assignment.id, body })
      setText('')
      setBar('')
    })
  }
  useStore(useKernel().settings.store(outboxSettings))
  const sent = comments.map(each => ({
    ...each,
    head: `${each.by.name} · ${timeText(each.at, locale)}`,
  }))
  const waiting = outbox.waiting().flatMap(({ kind, homework, body }) => {
    const said = body as CommentBody
    const isHere = kind === 'comment' && homework === assignment.id && said.student === student
    return isHere && !sent.some(({ id }) => id === said.id)
      ? [{ ...said, head: t('Waiting to be sent') }]
      : []
  })
  return (
    <Stack gap="xs">
      {[...sent, ...waiting].map(comment => (
        <div key={comment.id}>
          <Text size="sm" c="dimmed">
            {comment.head}
            {comment.bar !== undefined && ` · ${t('bar {{number}}', { number: comment.bar })}`}
          </Text>
          <UserText>{comment.text}</UserText>
        </div>
      ))}
      {isOpen && (
        <form onSubmit={send}>
          <Group gap="xs" align="flex-end">
            <LongText flex="1 1 160px" label={t('Comment')} value={text} onText={setText} />
            <NumberInput w={84} label={t('Bar')} min={0} allowDecimal={false} value={bar} onChange={setBar} />
            <Button type="submit" variant="default" loading={busy} disabled={text.trim() === ''}>
              {t('Send')}
            </Button>
          </Group>
        </form>
      )}
    </Stack>
  )
}
