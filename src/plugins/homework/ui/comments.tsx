import { Button, Group, NumberInput, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Assignment, HomeworkComment } from '../../../core/api/homework.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { OUTBOX } from '../internal-tokens.js'
import classes from './homework.module.css'

interface CommentsProps {
  readonly assignment: Assignment
  readonly student: string
  readonly comments: readonly HomeworkComment[]
  readonly isOpen: boolean
}

export function Comments({ assignment, student, comments, isOpen }: CommentsProps) {
  const { t, locale } = useText()
  const outbox = useService(OUTBOX)
  const [text, setText] = useState('')
  const [bar, setBar] = useState<number | string>('')
  const [busy, setBusy] = useState(false)
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    setBusy(true)
    const at = typeof bar === 'number' ? { bar } : {}
    const body = { id: crypto.randomUUID(), student, text: text.trim(), ...at }
    await outbox.add({ kind: 'comment', homework: assignment.id, body })
    setBusy(false)
    setText('')
    setBar('')
  }
  return (
    <Stack gap="xs">
      {comments.map(comment => (
        <div key={comment.id}>
          <Text size="sm" c="dimmed">
            {comment.by.name} · {day.format(new Date(comment.at))}
            {comment.bar !== undefined && ` · ${t('bar {{number}}', { number: comment.bar })}`}
          </Text>
          <p className={classes.note}>{comment.text}</p>
        </div>
      ))}
      {isOpen && (
        <form onSubmit={event => void send(event)}>
          <Group gap="xs" align="flex-end">
            <Textarea
              flex={1}
              label={t('Comment')}
              autosize
              maxLength={2000}
              value={text}
              onChange={event => setText(event.currentTarget.value)}
            />
            <NumberInput
              w={84}
              label={t('At bar')}
              min={1}
              allowDecimal={false}
              value={bar}
              onChange={setBar}
            />
            <Button type="submit" variant="default" loading={busy} disabled={text.trim() === ''}>
              {t('Send')}
            </Button>
          </Group>
        </form>
      )}
    </Stack>
  )
}
