/** Which key presses belong to what has the focus, and so to no command. */
import type { KeyPress } from '../../core/commands/keys/keys.js'

/** Inputs that nobody writes into. */
const SILENT = ['button', 'checkbox', 'radio', 'range', 'submit', 'reset', 'file', 'color']

/** Whether text is written where the focus is. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true
  // What opens a list of choices is an input too, into which nobody can write.
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
export function belongsToControl(press: KeyPress, target: EventTarget | null): boolean {
  if (!(target instanceof Element) || press.ctrlKey || press.metaKey) return false
  // Alt with an arrow opens a list of choices.
  if (press.altKey) return /^Arrow(Up|Down)$/.test(press.key) && target.matches(CHOSEN)
  if (press.key === 'Enter' || press.key === ' ') return target.matches(`${PRESSED}, ${MOVED}, select`)
  if (MOVES.test(press.key)) return target.matches(press.shiftKey ? MOVED : `${MOVED}, ${CHOSEN}`)
  // Capital or not is the same to a list, so that letters with Shift are free for commands.
  return target.matches('select') && press.key.length === 1 && !press.shiftKey
}
