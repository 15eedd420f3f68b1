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

/** @param canvas that the styles of the neck apply to */
export function lightLook(canvas: HTMLCanvasElement): LightLook {
  const style = getComputedStyle(canvas)
  const value = (name: string) => style.getPropertyValue(`--${name}`)
  // As numbers: the names of the system's colours mean other ones to a canvas.
  const color = (...names: string[]) => {
    canvas.style.color = names.map(value).find(found => found !== '') ?? ''
    return style.color
  }
  const look = {
    degrees: Array.from({ length: DEGREES }, (_, degree) => color('lit', `degree-${degree}`)),
    words: color('lit-words'),
    ground: color('fw-panel'),
    ink: color('fw-ink'),
    trail: color('fw-accent'),
    font: style.fontFamily,
  }
  canvas.style.removeProperty('color')
  return look
}
