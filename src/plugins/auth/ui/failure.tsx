import { Alert } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { type ErrorSentence, sentenceFor } from '../../../core/http/error-sentences.js'
import { useText } from '../../../core/react/hooks/use-text.js'

export function Failure({ error }: { error: unknown }) {
  const text = useMemo(() => (error === undefined ? undefined : sentenceFor(error)), [error])
  return text ? <RefusalAlert source="core" text={text} /> : null
}

export function RefusalAlert({ source, text }: { source: string; text: ErrorSentence }) {
  const { tm } = useText()
  const alert = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus again for each new error
  useEffect(() => alert.current?.focus(), [text])
  return (
    <Alert color="red" ref={alert} tabIndex={-1} role="alert">
      {tm(source, text.sentence, text.values)}
    </Alert>
  )
}
