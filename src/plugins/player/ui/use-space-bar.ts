/** Sets the condition `player.space-free`: no control has the focus that would use the space bar itself. */
import { useEffect } from 'react'
import { COMMANDS } from '../../../core/kernel/services/tokens.js'
import { useService } from '../../../core/react/kernel-context.js'

/** What presses, types or chooses with the space bar, or scrolls by it on purpose. */
const USES_SPACE =
  'button, a, input, select, textarea, summary, [role="button"], [role="radio"], [role="option"], ' +
  '[role="dialog"], [contenteditable=""], [contenteditable="true"]'

export function useSpaceBar(): void {
  const commands = useService(COMMANDS)

  useEffect(() => {
    const look = (focused: EventTarget | null) => {
      const used = focused instanceof Element && focused.closest(USES_SPACE) !== null
      commands.setContext('player.space-free', !used)
    }
    const focusIn = (event: FocusEvent) => look(event.target)
    const focusOut = (event: FocusEvent) => look(event.relatedTarget)
    look(document.activeElement)
    document.addEventListener('focusin', focusIn)
    document.addEventListener('focusout', focusOut)
    return () => {
      document.removeEventListener('focusin', focusIn)
      document.removeEventListener('focusout', focusOut)
      commands.setContext('player.space-free', undefined)
    }
  }, [commands])
}
