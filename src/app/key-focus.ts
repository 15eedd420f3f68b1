/** Which key presses belong to what has the focus, and so to no command. */
import type { KeyPress } from '../core/commands/keys.js'

/** Inputs that nobody writes into. */
const SILENT = ['button', 'checkbox', 'radio', 'range', 'submit', 'reset', 'file', 'color']

/** Whether text is written where the focus is. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true
  return target instanceof HTMLInputElement && !SILENT.includes(target.type)
}

const PRESSED =
  'button, a[href], summary, input, [role=button], [role=switch], [role=option], [role^=menuitem]'
const MOVED =
  'input[type=radio], input[type=range], [role=slider], [role=tab], [role=radio], [role=listbox], [role=grid]'

/** Enter and space press what has the focus; arrows and their like move within it. */
export function belongsToControl(press: KeyPress, target: EventTarget | null): boolean {
  if (!(target instanceof Element) || press.ctrlKey || press.metaKey || press.altKey) return false
  if (press.key === 'Enter' || press.key === ' ') return target.matches(`${PRESSED}, ${MOVED}`)
  return /^(Arrow|Home$|End$|Page)/.test(press.key) && target.matches(MOVED)
}
