import { escapeHtml, factList, htmlPage } from '../../../core/platform/html-page.js'
import { phrases } from '../../../core/platform/phrases.js'
import { withSigns } from '../../../music/guitar/note-names.js'
import { MAX_FRET, pitchAt } from '../../../music/guitar/position.js'
import { fretsText } from '../../../music/guitar/shape.js'
import { lettersOf } from '../../../music/guitar/tuning-code.js'
import type { ChordTones } from '../../../music/theory/chord-tones.js'
import { degreeNumberOf } from '../../../music/theory/degrees.js'
import { labelOf } from '../../../music/theory/scale.js'
import { voicings } from '../../../music/theory/voicings.js'
import { chordDiagram } from '../chords/chord-diagram.js'
import type { Ignored, NeckView } from '../tokens.js'

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
const PORTRAIT_FRETS = 9 // more frets need a landscape page

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
figure{margin:0}figcaption{text-align:center;font-size:.875rem}@media print{.s{overflow:visible}.s table{font-size:7pt}.s td,.s th{padding:1px 2px}}`

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
    ...found.filter(each => fretsText(each) !== (shape && fretsText(shape))),
  ]
  const name = say(WORDS.chord, { chord: withSigns(chord.symbol) })
  const grids = shapes.slice(0, DIAGRAMS).map(frets => {
    const code = fretsText(frets)
    const label = `${name}: ${code.split(code.includes('-') ? '-' : '').join(' ')}`
    const { viewBox, content } = chordDiagram(frets, leftHanded)
    return `<figure><svg viewBox="${viewBox}" width="160" role="img" aria-label="${escapeHtml(label)}">${content}</svg><figcaption>${code}</figcaption></figure>`
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
