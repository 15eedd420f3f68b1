// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { VoicingDiagram } from '../../../../../src/plugins/fretboard/ui/chord-finder/voicing-diagram.js'

/** Of digits in the font of the number, at most. */
const DIGIT = 6

function drawn(frets: readonly (number | undefined)[], leftHanded: boolean) {
  const { container } = render(<VoicingDiagram frets={frets} leftHanded={leftHanded} />)
  const number = container.querySelector('svg > text')
  const text = number?.textContent ?? ''
  const at = Number(number?.getAttribute('x'))
  const long = text.length * DIGIT
  const [from, to] = number?.getAttribute('text-anchor') === 'end' ? [at - long, at] : [at, at + long]
  const dots = [...container.querySelectorAll('circle[r="5.5"]')].map(dot => Number(dot.getAttribute('cx')))
  const width = Number(container.querySelector('svg')?.getAttribute('viewBox')?.split(' ')[2])
  return { text, from, to, width, first: Math.min(...dots) - 5.5, last: Math.max(...dots) + 5.5 }
}

it.each([
  ['5', [5, 5, 6, 7, 7, 5]],
  ['12', [12, 12, 13, 14, 14, 12]],
])(
  'writes fret %s on the side of the low string, clear of dots and barre, and inside the drawing',
  (text, frets) => {
    const right = drawn(frets, false)
    expect(right.text).toBe(text)
    expect(right.from).toBeGreaterThanOrEqual(0)
    expect(right.to).toBeLessThan(right.first)
    expect(right.last).toBeLessThanOrEqual(right.width)
    const left = drawn(frets, true)
    expect(left.to).toBeLessThanOrEqual(left.width)
    expect(left.from).toBeGreaterThan(left.last)
    expect(left.first).toBeGreaterThanOrEqual(0)
  },
)
