/** Rings around the selected positions. */
import { memo } from 'react'
import { isSamePosition, type Position } from '../../../../core/music/guitar/position.js'
import type { NeckGeometry } from '../../neck/neck-geometry.js'
import styles from './neck.module.css'

interface NeckSelectedProps {
  readonly geometry: NeckGeometry
  readonly selected: readonly Position[]
}

export const NeckSelected = memo(function NeckSelected({ geometry, selected }: NeckSelectedProps) {
  const { positions, radius } = geometry
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group without tabindex takes no focus
    <g className={styles.layer} aria-hidden="true">
      {positions
        .filter(position => selected.some(each => isSamePosition(each, position)))
        .map(({ string, fret, x, y }) => (
          <circle key={`${string}:${fret}`} className={styles.picked} cx={x} cy={y} r={radius + 3} />
        ))}
    </g>
  )
})
