import { Textarea, type TextareaProps, TextInput } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { CallArguments, Endpoint } from '../../../../core/contract/endpoint.js'
import type { Task } from '../../../../core/contract/homework.js'
import { type Answer, useAnswer, useAttempt } from '../../../../core/react/hooks/use-answer.js'
import { useService, useText } from '../../../../core/react/kernel-context.js'
import { type Asked, Question } from '../../../../core/react/question.js'
import { ONCE } from '../../once.js'
import { keptOf } from '../kept.js'
import { refusalText } from '../sentences.js'
import { isPast, today } from './facts.js'

/** Like `useCall`, but returns the last response if offline. */
export function useKept<P, Q, B, A>(
  endpoint: Endpoint<P, Q, B, A>,
  ...[input, again]: [...CallArguments<P, Q, B>, again?: unknown]
): Answer<A> {
  const kept = useService(ONCE)(keptOf)
  const asked = JSON.stringify(input ?? {})
  // biome-ignore lint/correctness/useExhaustiveDependencies: callers change `again` to reload
  const ask = useCallback(() => {
    const given = [JSON.parse(asked)] as unknown
    return kept.call(endpoint, ...(given as CallArguments<P, Q, B>))
  }, [kept, endpoint, asked, again])
  return useAnswer(ask)
}

/**
 * Runs calls and shows errors. Can ask for confirmation and leave the page. Callers must render `question`.
 */
export function useActions() {
  const navigate = useNavigate()
  const { busy, attempt } = useAttempt(refusalText)
  const [asked, ask] = useState<Asked>()
  const attemptLast = (work: () => Promise<unknown>) =>
    void attempt(async () => {
      await work()
      navigate('/homework')
    })
  const question = <Question asked={asked} onClose={() => ask(undefined)} />
  return { busy, attempt, attemptLast, ask, question }
}

interface LongTextProps extends TextareaProps {
  readonly value: string
  readonly onText: (text: string) => void
}

/** Text area that scrolls and shows its character limit once it is reached. */
export function LongText({ onText, ...props }: LongTextProps) {
  const { tm } = useText()
  const isFull = props.value.length >= LONGEST
  return (
    <Textarea
      autosize
      maxRows={8}
      maxLength={LONGEST}
      description={isFull && tm('core', 'Use at most {{count}} characters.', { count: LONGEST })}
      onChange={event => onText(event.currentTarget.value)}
      {...props}
    />
  )
}

const LONGEST = 2000

type DueNote = Pick<Task, 'due' | 'note'>

interface DueAndNoteProps extends DueNote {
  readonly onChange: (changed: DueNote) => void
}

export function DueAndNote({ due, note, onChange }: DueAndNoteProps) {
  const { t } = useText()
  const dated = (day: string | undefined) => (day ? { due: day } : {})
  return (
    <>
      <TextInput
        type="date"
        label={t('Due')}
        min={today()}
        error={isPast(due) && t('This date has passed.')}
        value={due ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ note, ...dated(value) })}
      />
      <LongText
        label={t('Note')}
        minRows={2}
        value={note}
        onText={text => onChange({ ...dated(due), note: text })}
      />
    </>
  )
}
