import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import {
  type Assignment,
  type CommentBody,
  type HomeworkComment,
  type SentTake,
  takeMidi,
} from '../../../../core/contract/homework.js'
import { fromBase64 } from '../../../../core/http/library-files.js'
import { useAttempt } from '../../../../core/react/hooks/use-answer.js'
import { useKernel, useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { ListRow } from '../../../../core/react/list-page.js'
import page from '../../../../core/react/list-page.module.css'
import { Hint, SecondaryButton, UserText } from '../../../../core/react/looks.js'
import { SONG_SESSION } from '../../../player/tokens.js'
import { percentOf } from '../../../practice/tokens.js'
import { ONCE } from '../../once.js'
import { outboxSettings } from '../../settings.js'
import { outboxOf } from '../outbox.js'
import { practicingOf } from '../practicing.js'
import { refusalText } from '../sentences.js'
import { timeText } from './facts.js'
import { LongText } from './parts.js'

const HARDEST = 3

interface TakesProps {
  readonly assignment: Assignment
  readonly takes: readonly SentTake[]
  readonly student: string
}

export function Takes({ assignment, student, takes }: TakesProps) {
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
            <SecondaryButton size="compact-sm" onClick={() => practicing.stopPreview()}>
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

interface CommentsProps {
  readonly assignment: Assignment
  readonly comments: readonly HomeworkComment[]
  readonly student: string
  readonly isOpen: boolean
}

export function Comments({ assignment, student, comments, isOpen }: CommentsProps) {
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
