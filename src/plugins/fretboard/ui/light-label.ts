/** What a light says: written when it lights up, so that a change of the scale need not touch hundreds of them. */
import { degreeNumber, type NeckLabel, withSigns } from '../neck-label.js'

/** Fills the nodes of a light that `NeckLight` left empty (`data-says`), and gives it its degree's colour. */
export function writeLight(light: Element, label: NeckLabel, showInterval: boolean): void {
  const color = `var(--degree-${degreeNumber(label.degree)})`
  light.setAttribute('fill', color)
  light.setAttribute('stroke', color)
  for (const node of light.querySelectorAll('[data-says]')) {
    node.textContent = textOf(node.getAttribute('data-says'), label, showInterval)
  }
}

function textOf(what: string | null, label: NeckLabel, showInterval: boolean): string {
  switch (what) {
    case 'octave':
      return String(label.octave)
    case 'degree':
      return showInterval ? label.interval : withSigns(label.degree)
    default:
      return withSigns(label.name)
  }
}
