import { useEffect, useRef } from 'react'
import { DONE } from '../../events/app-events.js'
import { useKernel } from '../kernel-context.js'

/** Announces each new text to screen readers. @param again a new value repeats the text */
export function useSaid(text: string, again?: unknown): void {
  const { events } = useKernel()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another `again` says the same once more
  useEffect(() => {
    if (text !== '') events.emit(DONE, { text })
  }, [events, text, again])
}

/** Skips the first text, which comes with its page, and empty texts. */
export function useChangeSaid(text: string): void {
  const { events } = useKernel()
  const before = useRef('')
  useEffect(() => {
    if (text === '') return
    if (before.current !== '' && before.current !== text) events.emit(DONE, { text })
    before.current = text
  }, [events, text])
}
