import { useMemo } from 'react'
import { shownNote, withSigns } from '../../../../core/music/guitar/note-names.js'
import { MAX_FRET, type Position } from '../../../../core/music/guitar/position.js'
import { degreeNumberOf } from '../../chords/degrees.js'
import type { NeckGeometry } from '../../neck/neck-geometry.js'
import type { NeckLabel } from '../../neck/neck-label.js'
import type { NeckView } from '../../tokens.js'
import type { PositionLook } from './position-nodes.js'
import { useSpokenPosition } from './use-spoken-position.js'

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
