/** Escape gives up what takes a while, as long as nothing nearer to the focus has a use for it. */
import { useEffect, useRef } from 'react'

/** No key of a command: Escape clears the selection of the neck, and what is on its way comes before that. */
export function useEscape(giveUp: () => void): void {
  const latest = useRef(giveUp)
  latest.current = giveUp

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      // A dialog, a menu or a list of choices closes.
      const inside = event.target instanceof Element && event.target.closest(CLOSES) !== null
      if (inside || document.querySelector('[role="dialog"][aria-modal="true"]')) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}

const CLOSES = '[role="dialog"], [role="menu"], [role="listbox"], [aria-expanded="true"]'
