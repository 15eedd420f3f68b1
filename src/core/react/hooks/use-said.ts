import { useEffect, useRef } from 'react'
import { DONE } from '../../events/app-events.js'
import { useKernel } from '../kernel-context.js'

/**
 * Announces each new text to screen readers.
 * @param again change this value to repeat the announcement
 */
export function useSaid(text: string, again?: unknown): void {
  const { events } = useKernel()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `again` repeats the announcement
  useEffect(() => {
    if (text !== '') events.emit(DONE, { text })
  }, [events, text, again])
}

/**
 * Announces changed text to screen readers. Skips empty text and the initial text, which is part of the page.
 */
export function useChangeSaid(text: string): void {
  const { events } = useKernel()
  const before = useRef('')
  useEffect(() => {
    if (text === '') return
    if (before.current !== '' && before.current !== text) events.emit(DONE, { text })
    before.current = text
  }, [events, text])
}
