/** The sign that the inspector is on: it lies over every page, and so outside of all screens. */
import classes from './inspector-sign.module.css'

export interface SignWords {
  readonly label: string
  readonly show: string
  readonly stop: string
  readonly onShow: () => void
  readonly onStop: () => void
}

export function showSign({ label, show, stop, onShow, onStop }: SignWords): { readonly remove: () => void } {
  const sign = document.createElement('aside')
  sign.className = classes.sign ?? ''
  sign.setAttribute('aria-label', label)
  const dot = document.createElement('i')
  dot.setAttribute('aria-hidden', 'true')
  sign.append(dot, button(show, onShow), button(stop, onStop))
  document.body.append(sign)
  return { remove: () => sign.remove() }
}

function button(text: string, onClick: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = text
  made.addEventListener('click', onClick)
  return made
}
