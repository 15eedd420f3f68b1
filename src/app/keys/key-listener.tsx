/** Hands the browser's key presses to the commands, and shows the sequence that was begun. */
import { useEffect, useState } from 'react'
import { KeyDispatcher, type KeyPrefix } from '../../core/commands/keys/key-dispatcher.js'
import type { KeyPress } from '../../core/commands/keys/keys.js'
import { PALETTE } from '../../core/events/app-events.js'
import { useKernel } from '../../core/react/kernel-context.js'
import { KeyPrefixBox } from '../palette/key-prefix.js'

export function KeyListener() {
  const { commands, events, platform } = useKernel()
  /** Undefined until the first sequence. */
  const [shown, setShown] = useState<{ readonly prefix: KeyPrefix | undefined }>()

  useEffect(() => {
    const keys = new KeyDispatcher(commands, platform.clock, platform.mac, ask =>
      events.emit(PALETTE, { ask }),
    )
    /** Held down, it was ours: nothing else may come of its repetitions. */
    let held: string | undefined
    const heard = (event: KeyboardEvent) => {
      // What a widget has dealt with is not ours, and neither is half a character of an input method.
      if (event.defaultPrevented || event.isComposing) return
      // Chrome sends a key press without a key for a field that it has autofilled.
      if (!(event instanceof KeyboardEvent)) return
      if (event.repeat) {
        if (held === event.code) event.preventDefault()
        return
      }
      const press = pressOf(event, platform.mac)
      const ours =
        !belongsToControl(press, event.target) && keys.press(press, isTyping(event.target)) !== 'none'
      if (ours) event.preventDefault()
      held = ours ? event.code : undefined
    }
    const forget = () => keys.forget()
    window.addEventListener('keydown', heard)
    window.addEventListener('blur', forget)
    const stop = keys.waiting.subscribe(prefix => setShown({ prefix }))
    return () => {
      stop()
      window.removeEventListener('blur', forget)
      window.removeEventListener('keydown', heard)
      keys.forget()
    }
  }, [commands, events, platform])

  return shown ? <KeyPrefixBox prefix={shown.prefix} /> : null
}

function pressOf(event: KeyboardEvent, mac: boolean): KeyPress {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
  const option = mac && altKey && !ctrlKey && !metaKey
  const thirdLevel = event.getModifierState('AltGraph') || option
  return { key, code, ctrlKey, metaKey, altKey, shiftKey, thirdLevel }
}

/** Inputs without text. */
const SILENT = ['button', 'checkbox', 'radio', 'range', 'submit', 'reset', 'file', 'color']

/** Whether text is written where the focus is. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true
  // A select is an input too, but takes no text.
  return target instanceof HTMLInputElement && !SILENT.includes(target.type) && !target.readOnly
}

const PRESSED =
  'button, a[href], summary, input, [role=button], [role=switch], [role=option], [role^=menuitem]'
const MOVED =
  'input[type=radio], input[type=range], [role=slider], [role=tab], [role=radio], [role=listbox], [role=grid]'

/** Moved by arrows alone: with Shift they mean nothing there. */
const CHOSEN = 'select, input[readonly][aria-haspopup=listbox]'
const MOVES = /^(Arrow|Home$|End$|Page)/

/** Enter and space press what has the focus; arrows and their like move within it, and letters find a choice. */
function belongsToControl(press: KeyPress, target: EventTarget | null): boolean {
  if (!(target instanceof Element) || press.ctrlKey || press.metaKey) return false
  // Alt with an arrow opens a list of choices.
  if (press.altKey) return /^Arrow(Up|Down)$/.test(press.key) && target.matches(CHOSEN)
  if (press.key === 'Enter' || press.key === ' ') return target.matches(`${PRESSED}, ${MOVED}, select`)
  if (MOVES.test(press.key)) return target.matches(press.shiftKey ? MOVED : `${MOVED}, ${CHOSEN}`)
  // Capital or not is the same to a list, so that letters with Shift are free for commands.
  return target.matches('select') && press.key.length === 1 && !press.shiftKey
}
