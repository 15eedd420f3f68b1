/** Why something could not be done: read out, and in focus, so that nobody misses it. */
import { Alert } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { type ErrorSentence, sentenceFor } from '../../../core/http/error-sentences.js'
import { useText } from '../../../core/react/hooks/use-text.js'

/** Nothing while there is no error. */
export function Failure({ error }: { error: unknown }) {
  const said = useMemo(() => (error === undefined ? undefined : sentenceFor(error)), [error])
  return said ? <Refused source="core" said={said} /> : null
}

/** @param source whose sentence it is: `core`, or a plugin's id */
export function Refused({ source, said }: { source: string; said: ErrorSentence }) {
  const { tm } = useText()
  const alert = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new failure asks for attention
  useEffect(() => alert.current?.focus(), [said])
  return (
    <Alert color="red" ref={alert} tabIndex={-1} role="alert">
      {tm(source, said.sentence, said.values)}
    </Alert>
  )
}
