import type { PluginContext } from '../../../core/kernel/plugin.js'
import { escapeHtml } from '../../../core/platform/html-page.js'
import { notesIn, withSigns } from '../../../music/guitar/note-names.js'
import { isSamePosition, type Position, pitchAt } from '../../../music/guitar/position.js'
import { lettersOf } from '../../../music/guitar/tuning-code.js'
import { degreeNumberOf } from '../../../music/theory/degrees.js'
import { labelOf, type NeckLabel } from '../../../music/theory/scale.js'
import { NECK_VIEW, type NeckMark, type NeckView } from '../tokens.js'
import { type Line, type NeckGeometry, neckGeometry, type Point } from './neck-geometry.js'

export interface Picture {
  readonly svg: string
  readonly width: number
  readonly height: number
}

interface PictureParts {
  readonly view: NeckView
  readonly vertical: boolean
  readonly selected: readonly Position[]
  readonly marks: readonly NeckMark[]
  readonly title: string
  readonly description: string
}

/** Okabe–Ito colors by scale degree; the first is for notes outside the scale. */
const DEGREES = ['#b8b0a5', '#d55e00', '#f0e442', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#8f9bff']
const INK = '#1f1c19'
const PAPER = '#ffffff'

const STYLE = `text{font-family:system-ui,sans-serif;text-anchor:middle;fill:${INK}}
.b{font-weight:700}.w{stroke:#c9c4bb;stroke-width:2.5}.s{stroke:#d9d2c5}.i{fill:#efe6d6;fill-opacity:.28}
.o{fill:none;stroke:${INK};stroke-width:2;stroke-dasharray:4 4}.p{fill:none;stroke:${INK};stroke-width:3}`

export function neckPicture({ view, vertical, selected, marks, title, description }: PictureParts): Picture {
  const { tuning, capo, fretMin, fretMax, leftHanded, nutRight, labels } = view
  const { strings, begins } = tuning
  const shape = { strings, begins, capo, fretMin, fretMax, leftHanded, nutRight, vertical }
  const geometry = neckGeometry(shape)
  const { width, height } = geometry
  const dots = geometry.positions.flatMap(position => {
    const { string, fret } = position
    const label = labelOf(pitchAt(shape, capo, string, fret) ?? 0, labels)
    const isSelected = selected.some(each => isSamePosition(each, position))
    const isInPosition = view.position?.positions.some(each => isSamePosition(each, position)) ?? true
    if (!isSelected && !view.showAllNotes && !(label.inScale && isInPosition)) return []
    return [dot(position, label, isSelected, geometry.radius, view)]
  })
  const kind = vertical ? ' class="v"' : ''
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"${kind} width="${round(width)}" height="${round(height)}" viewBox="0 0 ${round(width)} ${round(height)}" role="img" aria-labelledby="t d">
<title id="t">${escapeHtml(title)}</title><desc id="d">${escapeHtml(description)}</desc>
<style>${STYLE}</style>
<rect width="100%" height="100%" fill="${PAPER}"/>
${board(geometry, notesIn(lettersOf(tuning), 'english').toReversed())}
${dots.join('\n')}
${marks.map(mark => markOf(mark, geometry)).join('')}
</svg>
`
  return { svg, width, height }
}

export function soundingPicture({ get }: Pick<PluginContext, 'get'>, sounding: readonly Position[]): string {
  const view = { ...get(NECK_VIEW).getState(), showAllNotes: false }
  const positions = sounding.map(({ string, fret }) => `string ${string} fret ${fret}`)
  return neckPicture({
    view,
    vertical: false,
    selected: sounding,
    marks: [],
    title: 'The neck',
    description: positions.length > 0 ? `Sounding: ${positions.join(', ')}.` : 'Nothing sounds.',
  }).svg
}

function board(geometry: NeckGeometry, stringNames: readonly string[]): string {
  const { board: wood, behind, bar, wires, inlays, strings, pegs, numbers, names, vertical } = geometry
  const to = vertical ? 'x2="1" y2="0"' : 'x2="0" y2="1"'
  return [
    `<linearGradient id="g" x1="0" y1="0" ${to}><stop stop-color="#5b3a28"/><stop offset="1" stop-color="#4a2e1f"/></linearGradient>`,
    behind ? `<rect ${box(behind)} fill="url(#g)" fill-opacity=".55"/>` : '',
    `<rect ${box(wood)} rx="4" fill="url(#g)"/>`,
    ...inlays.map(({ x, y }) => `<circle class="i" cx="${round(x)}" cy="${round(y)}" r="7"/>`),
    ...wires.map(wire => `<line class="w" ${line(wire)}/>`),
    ...strings.map(string => `<line class="s" ${line(string)} stroke-width="${string.gauge.toFixed(2)}"/>`),
    bar ? `<rect ${box(bar)} rx="2" fill="${bar.kind === 'capo' ? '#2f3238' : '#e9dfcb'}"/>` : '',
    ...pegs.map(({ x, y }) => `<circle cx="${round(x)}" cy="${round(y)}" r="5" fill="#e9dfcb"/>`),
    ...numbers.map(({ fret, x, y }) => `<text x="${round(x)}" y="${round(y)}" font-size="16">${fret}</text>`),
    ...names.map(
      ({ string, x, y }) =>
        `<text x="${round(x)}" y="${round(y + 5)}" font-size="15">${stringNames[string - 1] ?? ''}</text>`,
    ),
  ].join('\n')
}

function dot({ x, y }: Point, label: NeckLabel, isSelected: boolean, radius: number, view: NeckView): string {
  const color = DEGREES[label.inScale ? degreeNumberOf(label.degree) : 0] ?? INK
  const isFull = isSelected || label.degree === '1'
  const at = `cx="${round(x)}" cy="${round(y)}"`
  const edge = label.inScale ? 2.5 : 1.5
  const name = `${withSigns(label.name)}${view.showOctaves ? `<tspan font-size=".72em">${label.octave}</tspan>` : ''}`
  const degree = view.showIntervals ? label.interval : withSigns(label.degree)
  const text = (dy: number, size: number, content: string) =>
    `<text class="b" x="${round(x)}" y="${round(y + dy)}" font-size="${size}"${isFull ? ' style="fill:#111"' : ''}>${content}</text>`
  return [
    `<circle ${at} r="${radius}" fill="${isFull ? color : PAPER}" stroke="${color}" stroke-width="${edge}"/>`,
    isSelected ? `<circle class="p" ${at} r="${radius + 4}"/>` : '',
    view.showDegrees && degree !== '' ? text(-1, 16, name) + text(13.5, 13.5, degree) : text(6.5, 19, name),
  ].join('')
}

function markOf({ string, fret, look, label }: NeckMark, { positions, radius }: NeckGeometry): string {
  const at = positions.find(each => each.string === string && each.fret === fret)
  if (!at) return ''
  const x = round(at.x + radius)
  const y = at.y - radius + 4
  const sign =
    look !== 'pin'
      ? `<circle class="o" cx="${round(at.x)}" cy="${round(at.y)}" r="${radius + 4}"/>`
      : `<circle cx="${x}" cy="${round(y - 4)}" r="8" fill="${PAPER}" stroke="${INK}"/>`
  return `${sign}${label ? `<text class="b" x="${x}" y="${round(y)}" font-size="11">${escapeHtml(label)}</text>` : ''}\n`
}

function line({ x, y, toX, toY }: Line): string {
  return `x1="${round(x)}" y1="${round(y)}" x2="${round(toX)}" y2="${round(toY)}"`
}

function box({ x, y, width, height }: NeckGeometry['board']): string {
  return `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
