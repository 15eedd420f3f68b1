import { fingering, fingersOf, MUTED } from '../../../music/theory/playability.js'

const FEWEST_ROWS = 4
const STEP = 12
const ROW = 14
const NUMBER_SIDE = 21 // room for a two-digit number next to the low string
const OTHER_SIDE = 7
const TOP = 16

/** Returns the SVG content, drawn in the text color, with the low string on the left. */
export function chordDiagram(frets: readonly (number | undefined)[], leftHanded: boolean) {
  const held = frets.map(fret => fret ?? MUTED)
  const pressed = held.filter(fret => fret > 0)
  const highest = Math.max(0, ...pressed)
  const first = highest <= FEWEST_ROWS ? 1 : Math.min(...pressed)
  const rows = Math.max(FEWEST_ROWS, highest - first + 1)
  const fingers = fingering(held)
  const { barre } = fingersOf(held)
  const left = leftHanded ? OTHER_SIDE : NUMBER_SIDE
  const right = left + STEP * (held.length - 1)
  const bottom = TOP + ROW * rows
  const x = (index: number) => (leftHanded ? left + STEP * index : right - STEP * index)
  const y = (fret: number) => TOP + ROW * (fret - first + 0.5)
  const across = (row: number) => `M${left} ${TOP + ROW * row}H${right}`
  const lines = [
    ...held.map((_, index) => `M${x(index)} ${TOP}V${bottom}`),
    ...Array.from({ length: rows + 1 }, (_, row) => across(row)),
  ]
  const signs = held.map((fret, index) => {
    if (fret === 0) return `M${x(index) - 3.5} 8a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0`
    return fret === MUTED ? `M${x(index) - 3.5} 4.5l7 7m0 -7l-7 7` : ''
  })
  const dots = held.map((fret, index) => {
    if (fret <= 0) return ''
    const text = `<text x="${x(index)}" y="${y(fret) + 3}" fill="Canvas" font-size="9">${fingers[index]}</text>`
    return `<circle cx="${x(index)}" cy="${y(fret)}" r="5.5"/>${text}`
  })
  const path = (d: string, width: number) =>
    `<path d="${d}" fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="round"/>`
  const number = `<text x="${leftHanded ? right + 12 : left - 14}" y="${y(first) + 4}" font-size="10">${first}</text>`
  return {
    viewBox: `0 0 ${right + (leftHanded ? NUMBER_SIDE : OTHER_SIDE)} ${bottom + 4}`,
    content: [
      '<g fill="currentColor" font-family="system-ui,sans-serif" font-weight="700" text-anchor="middle">',
      path(lines.join(''), 0.7),
      path(signs.join(''), 1.5),
      first === 1 ? path(across(0), 4) : number,
      barre ? path(`M${x(barre.from - 1)} ${y(barre.fret)}H${x(barre.to - 1)}`, 11) : '',
      ...dots,
      '</g>',
    ].join(''),
  }
}
