/** How the lights look: colours and letters as the style sheets have them where the neck stands. */

export interface LightLook {
  /** By the number of the degree; 0 where there is none. */
  readonly degrees: readonly string[]
  /** What is written on a light. */
  readonly words: string
  /** A note that only a pedal keeps: its ground, and what is written there. */
  readonly ground: string
  readonly ink: string
  readonly trail: string
  readonly font: string
}

const DEGREES = 8

/** @param element that the styles of the neck apply to */
export function lightLook(element: Element): LightLook {
  const style = getComputedStyle(element)
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    degrees: Array.from({ length: DEGREES }, (_, degree) => color('lit') || color(`degree-${degree}`)),
    words: color('lit-words'),
    ground: color('fw-panel'),
    ink: color('fw-ink'),
    trail: color('fw-accent'),
    font: style.fontFamily,
  }
}
