/** Nodes without content; `PositionNodes` writes their labels. */
import { memo } from 'react'
import { dotLine } from '../../neck/dot-text.js'
import type { NeckGeometry } from '../../neck/neck-geometry.js'
import styles from './neck.module.css'

interface NeckPositionsProps {
  readonly geometry: NeckGeometry
  readonly withDegree: boolean
}

export const NeckPositions = memo(function NeckPositions({ geometry, withDegree }: NeckPositionsProps) {
  const { positions, radius } = geometry
  const name = dotLine(withDegree ? 'above' : 'alone', radius)
  const below = dotLine('below', radius)
  return positions.map(({ string, fret, x, y, reachX, reachY }) => (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button element; role and key handling make this one
    <g
      key={`${string}:${fret}`}
      className={styles.position}
      role="button"
      tabIndex={-1}
      data-neck-position={`${string}:${fret}`}
    >
      <rect className={styles.hit} x={x - reachX} y={y - reachY} width={2 * reachX} height={2 * reachY} />
      <g className={styles.note}>
        <circle className={styles.dot} cx={x} cy={y} r={radius} />
        <text className={styles.text} x={x} y={y + name.y} />
        {withDegree && <text className={styles.text} x={x} y={y + below.y} fontSize={below.size} />}
      </g>
    </g>
  ))
})
