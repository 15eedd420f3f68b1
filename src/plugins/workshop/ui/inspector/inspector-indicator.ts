/** The indicator of a running inspector. It is shown over every page, so it is outside React’s tree. */
import classes from './inspector-indicator.module.css'

export interface IndicatorOptions {
  readonly label: string
  readonly show: string
  readonly stop: string
  readonly onShow: () => void
  readonly onStop: () => void
}

export function showIndicator({ label, show, stop, onShow, onStop }: IndicatorOptions): {
  readonly remove: () => void
} {
  const element = document.createElement('aside')
  element.className = classes.indicator ?? ''
  element.setAttribute('aria-label', label)
  const dot = document.createElement('i')
  dot.setAttribute('aria-hidden', 'true')
  element.append(dot, button(show, onShow), button(stop, onStop))
  document.body.append(element)
  return { remove: () => element.remove() }
}

function button(text: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.textContent = text
  element.addEventListener('click', onClick)
  return element
}
