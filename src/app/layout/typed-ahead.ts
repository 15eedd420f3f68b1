/** What is typed while the palette is still on its way to the page: it is not lost, and plays no instrument. */
import { useCallback, useEffect, useRef } from 'react'

export interface TypedAhead {
  readonly text: string
  /** Enter was pressed after it. */
  readonly enter: boolean
}

const NOTHING: TypedAhead = { text: '', enter: false }

/**
 * @param wanted from when it is asked for until it is put away; keys that write are kept from the page until the palette
 * takes them, which it does some moments after it was drawn
 * @returns what was typed until now; further keys are left to the caller
 */
export function useTypedAhead(wanted: boolean, onEscape: () => void): () => TypedAhead {
  const typed = useRef(NOTHING)
  const stop = useRef<() => void>(undefined)

  useEffect(() => {
    if (!wanted) return
    typed.current = NOTHING
    const heard = (event: KeyboardEvent) => {
      const next = after(typed.current, event)
      if (next === undefined) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (next === 'away') onEscape()
      else typed.current = next
    }
    window.addEventListener('keydown', heard, { capture: true })
    stop.current = () => window.removeEventListener('keydown', heard, { capture: true })
    return () => stop.current?.()
  }, [wanted, onEscape])

  return useCallback(() => {
    const taken = typed.current
    typed.current = NOTHING
    stop.current?.()
    return taken
  }, [])
}

/** Undefined for a key that writes nothing. */
function after(typed: TypedAhead, event: KeyboardEvent): TypedAhead | 'away' | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (event.key === 'Escape') return 'away'
  // What comes after Enter was meant for whatever it leads to.
  if (typed.enter) return typed
  if (event.key === 'Enter') return { ...typed, enter: true }
  if (event.key === 'Backspace') return { ...typed, text: typed.text.slice(0, -1) }
  return event.key.length === 1 ? { ...typed, text: typed.text + event.key } : undefined
}
