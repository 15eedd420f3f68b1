import { useCallback, useEffect, useRef } from 'react'

export interface TypedAhead {
  readonly text: string
  readonly enter: boolean
}

const NOTHING: TypedAhead = { text: '', enter: false }

/**
 * Captures keys pressed before the palette is ready.
 * @returns a function that returns the typed text
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

function after(typed: TypedAhead, event: KeyboardEvent): TypedAhead | 'away' | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (event.key === 'Escape') return 'away'
  // Keys after Enter are meant for the next screen.
  if (typed.enter) return typed
  if (event.key === 'Enter') return { ...typed, enter: true }
  if (event.key === 'Backspace') return { ...typed, text: typed.text.slice(0, -1) }
  return event.key.length === 1 ? { ...typed, text: typed.text + event.key } : undefined
}
