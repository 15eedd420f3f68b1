/** Updates labels without React. Reconciling hundreds of labels took as long as painting them. */
import type { Position } from '../../../../music/guitar/position.js'
import { dotLine, fitOf } from '../../neck/neck-sizes.js'
import styles from './neck.module.css'

export interface PositionLook {
  readonly name: string
  readonly below: string
  readonly degree: string
  readonly color: number
  readonly inScale: boolean
  readonly shown: boolean
  readonly selected: boolean
  readonly pressed: boolean | undefined
  readonly tabStop: boolean
  readonly spoken: string
}

interface Nodes {
  readonly position: Element
  readonly dot: SVGElement
  readonly name: Element
  readonly below: Element | undefined
}

export class PositionNodes {
  private readonly nodes: readonly Nodes[]
  private before: readonly PositionLook[] = []

  constructor(
    root: Element,
    private readonly radius: number,
  ) {
    this.nodes = [...root.querySelectorAll('[data-neck-position]')].flatMap(position => {
      const dot = position.querySelector<SVGElement>('circle')
      const [name, below] = position.querySelectorAll('text')
      return dot && name ? [{ position, dot, name, below }] : []
    })
  }

  write(looks: readonly PositionLook[]): void {
    for (const [index, nodes] of this.nodes.entries()) {
      const look = looks[index]
      if (look) this.writeOne(nodes, look, this.before[index])
    }
    this.before = looks
  }

  private writeOne({ position, dot, name, below }: Nodes, look: PositionLook, before?: PositionLook): void {
    if (look.name !== before?.name) {
      setText(name, look.name)
      const size = String(dotLine(below ? 'above' : 'alone', this.radius).size * fitOf(look.name))
      if (name.getAttribute('font-size') !== size) name.setAttribute('font-size', size)
    }
    if (below && look.below !== before?.below) setText(below, look.below)
    if (look.spoken !== before?.spoken) position.setAttribute('aria-label', look.spoken)
    if (look.degree !== before?.degree) position.setAttribute('data-degree', look.degree)
    if (look.shown !== before?.shown) position.toggleAttribute('data-shown', look.shown)
    if (look.inScale !== before?.inScale) position.toggleAttribute('data-in-scale', look.inScale)
    if (look.selected !== before?.selected) position.toggleAttribute('data-selected', look.selected)
    if (look.tabStop !== before?.tabStop) position.setAttribute('tabindex', look.tabStop ? '0' : '-1')
    if (look.pressed !== before?.pressed) {
      if (look.pressed === undefined) position.removeAttribute('aria-pressed')
      else position.setAttribute('aria-pressed', String(look.pressed))
    }
    this.writeColors(dot, name, below, look, before)
  }

  /** Sets colors on each node. Inherited custom properties would restyle all descendants. */
  private writeColors(
    dot: SVGElement,
    name: Element,
    below: Element | undefined,
    look: PositionLook,
    before?: PositionLook,
  ): void {
    const color = colorOf(look)
    if (!before || color !== colorOf(before)) dot.style.setProperty('--color', `var(--degree-${color})`)
    if (look.inScale !== before?.inScale) dot.toggleAttribute('data-outside', !look.inScale)
    const full = isFull(look)
    if (before && full === isFull(before)) return
    dot.toggleAttribute('data-full', full)
    for (const text of [name, below]) if (styles.onColor) text?.classList.toggle(styles.onColor, full)
  }
}

function colorOf({ inScale, selected, color }: PositionLook): number {
  return inScale || selected ? color : 0
}

function isFull({ degree, selected }: PositionLook): boolean {
  return selected || degree === '1'
}

function setText(element: Element, text: string): void {
  if (element.firstChild) element.firstChild.nodeValue = text
  else element.textContent = text
}

export function positionOfElement(target: EventTarget): Position | undefined {
  const element = target instanceof Element ? target.closest('[data-neck-position]') : null
  const [string, fret] = element?.getAttribute('data-neck-position')?.split(':').map(Number) ?? []
  return string === undefined || fret === undefined ? undefined : { string, fret }
}
