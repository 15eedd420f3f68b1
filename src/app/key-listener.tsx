/** Hands the browser's key presses to the commands. */
import { useEffect } from 'react'
import { KeyDispatcher } from '../core/commands/key-dispatcher.js'
import { useKernel } from '../core/react/kernel-context.js'

export function KeyListener() {
  const { commands, platform } = useKernel()

  useEffect(() => {
    const keys = new KeyDispatcher(commands, platform.clock, platform.mac)
    const heard = (event: KeyboardEvent) => {
      // What a widget has dealt with is not ours, and neither is half a character of an input method.
      if (event.defaultPrevented || event.isComposing || event.repeat) return
      if (keys.press(event, isTyping(event.target)) !== 'none') event.preventDefault()
    }
    window.addEventListener('keydown', heard)
    return () => window.removeEventListener('keydown', heard)
  }, [commands, platform])

  return null
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true
  const silent = ['button', 'checkbox', 'radio', 'range', 'submit', 'reset', 'file', 'color']
  return target instanceof HTMLInputElement && !silent.includes(target.type)
}
