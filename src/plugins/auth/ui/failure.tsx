import { useMemo } from 'react'
import { type ErrorSentence, sentenceFor } from '../../../core/http/error-sentences.js'
import { useText } from '../../../core/react/kernel-context.js'
import { FocusedAlert } from '../../../core/react/refused.js'

export function Failure({ error }: { error: unknown }) {
  const text = useMemo(() => (error === undefined ? undefined : sentenceFor(error)), [error])
  return text ? <RefusalAlert source="core" text={text} /> : null
}

export function RefusalAlert({ source, text }: { source: string; text: ErrorSentence }) {
  const { tm } = useText()
  return <FocusedAlert about={text}>{tm(source, text.sentence, text.values)}</FocusedAlert>
}
