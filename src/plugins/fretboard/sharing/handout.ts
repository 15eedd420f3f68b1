import { withSigns } from '../../../core/music/guitar/note-names.js'
import { MAX_FRET, pitchAt } from '../../../core/music/guitar/position.js'
import { escapeHtml, factList, htmlPage } from '../../../core/platform/html-page.js'
import { phrases } from '../../../core/platform/phrases.js'
import type { ChordTones } from '../chords/chord-tones.js'
import { degreeNumberOf } from '../chords/degrees.js'
import { fingering, MUTED } from '../chords/playability.js'
import { shapeText, voicings } from '../chords/voicings.js'
import { labelOf } from '../neck/neck-label.js'
import type { Ignored, NeckView } from '../tokens.js'
import { lettersOf } from '../tunings/tuning-code.js'

const WORDS = phrases({
  scale: 'Scale',
  tuning: 'Tuning',
  capo: 'Capo',
  capoAt: 'Fret {{fret}}',
  position: 'Scale position',
  chord: 'Chord {{chord}}',
  degree: 'Degree',
  note: 'Note',
  string: 'String',
  fret: 'Fret',
  notes: 'Notes by string and fret',
})

const DIAGRAMS = 4
const PORTRAIT_FRETS = 9 // more frets need a page in landscape

export interface ShownChord {
  readonly chord: ChordTones
  readonly shape?: readonly (number | undefined)[] | undefined
}

interface HandoutParts {
  readonly view: NeckView
  readonly svg: string
  readonly vertical: boolean
  readonly title: string
  readonly scaleName: string
  readonly tuningName: string
  readonly chords: readonly ShownChord[]
  readonly say: (sentence: string, values?: Ignored['values']) => string
  readonly language: string
  readonly foot: string
}

const STYLE = `body>main>svg{width:100%;height:auto;max-height:150mm}svg.v{max-width:30rem}.s{overflow-x:auto}
table{border-collapse:collapse;font-size:.875rem}th,td{padding:.2rem .45rem;border:1px solid #cfc7bb;text-align:center}
caption{text-align:start;font-weight:700;padding-bottom:.25rem}.d{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem}
figure{margin:0}figcaption{text-align:center;font-size:.875rem}@media print{.s{overflow:visible}.s table{font-size:7pt}.s td,.s th{padding:1px 2px}}
.g path{stroke:#1f1c19;fill:none}.g circle{fill:#1f1c19}
.g text{font:600 12px system-ui,sans-serif;text-anchor:middle;fill:#1f1c19}.g .f{fill:#fff;font-size:11px}`

export function handout(parts: HandoutParts): string {
  const { view, svg, vertical, title, language, foot, chords } = parts
  const isWide = !vertical && view.fretMax - view.fretMin > PORTRAIT_FRETS
  return htmlPage({
    title,
    language,
    foot,
    style: `${isWide ? '@page{size:landscape}' : ''}${STYLE}`,
    body: [facts(parts), svg, ...chords.map(shown => chordPart(shown, parts)), noteTable(parts)].join('\n'),
  })
}

function facts({ view, scaleName, tuningName, say }: HandoutParts): string {
  const { scale, tuning, capo, position } = view
  const tones = scale.notes
    .filter(({ inScale }) => inScale)
    .toSorted((a, b) => degreeNumberOf(a.degree) - degreeNumberOf(b.degree))
  const list = factList([
    ...(scale.tonic === '' ? [] : [[say(WORDS.scale), scaleName] as const]),
    [say(WORDS.tuning), `${tuningName}: ${withSigns(lettersOf(tuning))}`],
    ...(capo > 0 ? [[say(WORDS.capo), say(WORDS.capoAt, { fret: capo })] as const] : []),
    ...(position ? [[say(WORDS.position), withSigns(position.name)] as const] : []),
  ])
  return scale.tonic === '' ? list : `${list}\n${toneTable(tones, say)}`
}

function toneTable(
  tones: readonly { readonly degree: string; readonly name: string }[],
  say: HandoutParts['say'],
): string {
  const row = (head: string, cells: readonly string[]) =>
    `<tr><th scope="row">${escapeHtml(say(head))}</th>${cells.map(cell => `<td>${escapeHtml(withSigns(cell))}</td>`).join('')}</tr>`
  const degrees = tones.map(({ degree }) => degree)
  const names = tones.map(({ name }) => name)
  return `<table>${row(WORDS.degree, degrees)}${row(WORDS.note, names)}</table>`
}

function chordPart({ chord, shape }: ShownChord, { view, say }: HandoutParts): string {
  const { tuning, capo, leftHanded } = view
  const found = voicings(chord, { ...tuning, capo, lastFret: MAX_FRET - capo }).map(({ frets }) => frets)
  const shapes = [
    ...(shape ? [shape] : []),
    ...found.filter(each => shapeText(each) !== (shape && shapeText(shape))),
  ]
  const name = say(WORDS.chord, { chord: withSigns(chord.symbol) })
  const grids = shapes.slice(0, DIAGRAMS).map(frets => {
    const code = shapeText(frets)
    const label = `${name}: ${code.split(code.includes('-') ? '-' : '').join(' ')}`
    return `<figure>${chordGrid({ frets, leftHanded, label })}<figcaption>${code}</figcaption></figure>`
  })
  return `<section><h2>${escapeHtml(name)}</h2>
${toneTable(chord.tones, say)}
<div class="d">${grids.join('\n')}</div></section>`
}

function noteTable({ view, say }: HandoutParts): string {
  const { tuning, capo, fretMin, fretMax, labels } = view
  const frets = Array.from({ length: fretMax - fretMin + 1 }, (_, index) => fretMin + index)
  const cell = (string: number, fret: number) => {
    const pitch = pitchAt(tuning, capo, string, fret)
    if (pitch === undefined) return '<td></td>'
    const { name, octave, degree, inScale } = labelOf(pitch, labels)
    const note = `${withSigns(name)}${octave}${degree === '' ? '' : ` (${withSigns(degree)})`}`
    return `<td>${inScale ? `<b>${note}</b>` : note}</td>`
  }
  const rows = tuning.strings.map(
    (_, index) =>
      `<tr><th scope="row">${index + 1}</th>${frets.map(fret => cell(index + 1, fret)).join('')}</tr>`,
  )
  const caption = escapeHtml(say(WORDS.notes))
  const corner = `${escapeHtml(say(WORDS.string))} / ${escapeHtml(say(WORDS.fret))}`
  return `<h2>${caption}</h2>
<div class="s" role="region" tabindex="0" aria-label="${caption}">
<table>
<thead><tr><th scope="col">${corner}</th>${frets.map(fret => `<th scope="col">${fret}</th>`).join('')}</tr></thead>
<tbody>${rows.join('')}</tbody></table>
</div>`
}

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
