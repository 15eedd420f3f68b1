import { escapeHtml } from '../../../core/platform/html-page.js'
import { fingering, MUTED } from '../chords/playability.js'

interface ChordGridParts {
  readonly frets: readonly (number | undefined)[]
  readonly leftHanded: boolean
  readonly label: string
}

const STEP = 22
const TOP = 30
const LEFT = 30
const ROWS = 5

export function chordGrid({ frets, leftHanded, label }: ChordGridParts): string {
  const fretted = frets.filter(fret => fret !== undefined && fret > 0) as number[]
  const first = Math.max(0, ...fretted) <= ROWS ? 1 : Math.min(...fretted)
  const rows = Math.max(ROWS, Math.max(0, ...fretted) - first + 1)
  const fingers = fingering(frets.map(fret => fret ?? MUTED))
  const last = frets.length - 1
  // String 1 is on the right, as on a neck held upright.
  const x = (index: number) => LEFT + (leftHanded ? index : last - index) * STEP
  const y = (row: number) => TOP + row * STEP
  const [right, bottom] = [LEFT + last * STEP, y(rows)]
  const dots = frets.map((fret, index) => {
    if (fret === undefined || fret === 0) {
      return `<text x="${x(index)}" y="${TOP - 9}">${fret === 0 ? '○' : '×'}</text>`
    }
    const at = y(fret - first) + STEP / 2
    const finger = fingers[index] || ''
    return `<circle cx="${x(index)}" cy="${at}" r="8.5"/><text class="f" x="${x(index)}" y="${at + 4}">${finger}</text>`
  })
  const lines = [
    ...frets.map((_, index) => `M${x(index)} ${TOP}V${bottom}`),
    ...Array.from({ length: rows + 1 }, (_, row) => `M${LEFT} ${y(row)}H${right}`),
  ]
  const nut =
    first === 1
      ? `<path d="M${LEFT} ${TOP}H${right}" stroke-width="5"/>`
      : `<text x="${LEFT - 17}" y="${TOP + STEP / 2 + 4}">${first}</text>`
  return `<svg class="g" viewBox="0 0 ${right + 20} ${bottom + 8}" width="${right + 20}" role="img" aria-label="${escapeHtml(label)}">
<path d="${lines.join('')}"/>${nut}${dots.join('')}</svg>`
}

export const GRID_STYLE = `.g path{stroke:#1f1c19;fill:none}.g circle{fill:#1f1c19}
.g text{font:600 12px system-ui,sans-serif;text-anchor:middle;fill:#1f1c19}.g .f{fill:#fff;font-size:11px}`
