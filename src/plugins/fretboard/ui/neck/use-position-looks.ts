import { useMemo } from 'react'
import { type NoteNames, shownNote, withSigns } from '../../../../core/music/guitar/note-names.js'
import { MAX_FRET, type Position } from '../../../../core/music/guitar/position.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { type Text, useText } from '../../../../core/react/hooks/use-text.js'
import { degreeNumberOf } from '../../chords/degrees.js'
import type { NeckGeometry } from '../../neck/neck-geometry.js'
import type { NeckLabel } from '../../neck/neck-label.js'
import type { NeckView } from '../../tokens.js'
import type { PositionLook } from './position-nodes.js'

interface Shown {
  readonly positions: NeckGeometry['positions']
  readonly labels: readonly NeckLabel[]
  readonly view: NeckView
  readonly selected: readonly Position[]
  readonly tabStop: Position
}

export function usePositionLooks({
  positions,
  labels,
  view,
  selected,
  tabStop,
}: Shown): readonly PositionLook[] {
  const spoken = useSpokenPosition(view.noteNames)
  return useMemo(() => {
    const selectedKeys = new Set(selected.map(keyOf))
    const inPosition = view.position && new Set(view.position.positions.map(keyOf))
    const tabKey = keyOf(tabStop)
    return positions.map((position, index) => {
      const label = labels[index] ?? NO_LABEL
      const { name, octave, degree, interval, inScale } = label
      const key = keyOf(position)
      const isSelected = selectedKeys.has(key)
      return {
        name: `${shownNote(name, view.noteNames)}${view.showOctaves ? octave : ''}`,
        below: view.showIntervals ? interval : withSigns(degree),
        degree,
        color: degreeNumberOf(degree),
        inScale,
        shown: view.showAllNotes || (inScale && (inPosition?.has(key) ?? true)),
        selected: isSelected,
        pressed: view.selectMode ? isSelected : undefined,
        tabStop: tabKey === key,
        spoken: spoken(position, label),
      }
    })
  }, [positions, labels, view, selected, tabStop, spoken])
}

function keyOf({ string, fret }: Position): number {
  return string * (MAX_FRET + 1) + fret
}

const NO_LABEL: NeckLabel = { name: '', octave: 0, degree: '', interval: '', inScale: false }

const DEGREE_WORDS: Readonly<Record<string, string>> = phrases({
  '1': 'root',
  b2: 'flat second',
  '2': 'second',
  '#2': 'sharp second',
  b3: 'flat third',
  '3': 'third',
  '4': 'fourth',
  '#4': 'sharp fourth',
  b5: 'flat fifth',
  '5': 'fifth',
  '#5': 'sharp fifth',
  b6: 'flat sixth',
  '6': 'sixth',
  b7: 'flat seventh',
  '7': 'seventh',
})

/** Placeholders of sentences that are translated once for all positions. */
const GAPS = { string: '\ue001', fret: '\ue002', note: '\ue003', degree: '\ue004' } as const

type Speak = (position: Position, label: NeckLabel) => string

function useSpokenPosition(names: NoteNames): Speak {
  const text = useText()
  return useMemo(() => speaker(text, names), [text, names])
}

/** Translating takes a hundred times as long as filling in, and a neck has hundreds of positions. */
function speaker({ t, tm }: Text, names: NoteNames): Speak {
  const { string, fret, note, degree } = GAPS
  const inParts = (sentence: string) => sentence.split(/([\ue001-\ue004])/)
  const sentences = {
    plain: {
      open: inParts(t('String {{string}}, open, {{note}}', { string, note })),
      pressed: inParts(t('String {{string}}, fret {{fret}}, {{note}}', { string, fret, note })),
    },
    degree: {
      open: inParts(t('String {{string}}, open, {{note}}, {{degree}}', { string, note, degree })),
      pressed: inParts(t('String {{string}}, fret {{fret}}, {{note}}, {{degree}}', GAPS)),
    },
  }
  const words = new Map(Object.entries(DEGREE_WORDS).map(([sign, word]) => [sign, tm('fretboard', word)]))
  const fill = (sentence: readonly string[], values: Readonly<Record<string, string>>) =>
    sentence.map(part => values[part] ?? part).join('')
  return ({ string: row, fret: column }, { name, octave, degree: sign }) =>
    fill(sentences[sign === '' ? 'plain' : 'degree'][column === 0 ? 'open' : 'pressed'], {
      [string]: String(row),
      [fret]: String(column),
      [note]: `${shownNote(name, names)}${octave}`,
      [degree]: words.get(sign) ?? withSigns(sign),
    })
}
