/** The text of the search field, and the query that it becomes when the typing pauses. */
import { useEffect, useRef, useState } from 'react'
import type { Disposable } from '../../../core/platform/disposable.js'
import { useKernel } from '../../../core/react/kernel-context.js'

const PAUSE_MS = 250

export interface TypedQuery {
  readonly typed: string
  type(text: string): void
  /** Without waiting for a pause. */
  searchNow(): void
}

/** @param query of the address; where it changes by itself (a command, the way back), the field follows */
export function useTypedQuery(query: string, onQuery: (query: string) => void): TypedQuery {
  const { clock } = useKernel().platform
  const [typed, setTyped] = useState(query)
  const asked = useRef(query)
  const pause = useRef<Disposable>(undefined)
  const newest = useRef(onQuery)
  newest.current = onQuery

  useEffect(() => {
    if (query === asked.current) return
    asked.current = query
    pause.current?.dispose()
    setTyped(query)
  }, [query])
  useEffect(() => () => pause.current?.dispose(), [])

  const search = (text: string) => {
    pause.current?.dispose()
    if (text.trim() === asked.current) return
    asked.current = text.trim()
    newest.current(asked.current)
  }
  return {
    typed,
    type(text) {
      setTyped(text)
      pause.current?.dispose()
      pause.current = clock.after(PAUSE_MS, () => search(text))
    },
    searchNow: () => search(typed),
  }
}
