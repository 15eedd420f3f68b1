/** The wood, metal and bone of the neck: everything that no note changes. */
import { memo, useId } from 'react'
import type { NeckGeometry } from '../neck-geometry.js'
import styles from './neck.module.css'

const WIRE_WIDTH = 3
const INLAY_RADIUS = 7

export const NeckBoard = memo(function NeckBoard({ geometry }: { geometry: NeckGeometry }) {
  const { board, bar, wires, inlays, strings, numbers } = geometry
  const wood = useId()
  const stringsFrom = Math.min(board.x, bar?.x ?? board.x)
  const stringsTo = Math.max(board.x + board.width, bar ? bar.x + bar.width : 0)
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group without tabindex takes no focus
    <g aria-hidden="true">
      <defs>
        <linearGradient id={wood} x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="var(--wood-1)" />
          <stop offset="1" stopColor="var(--wood-2)" />
        </linearGradient>
      </defs>
      <rect {...board} rx={4} fill={`url(#${wood})`} />
      {inlays.map(({ x, y }) => (
        <circle key={`${x} ${y}`} className={styles.inlay} cx={x} cy={y} r={INLAY_RADIUS} />
      ))}
      {wires.map(({ fret, x }) => (
        <rect
          key={fret}
          className={styles.wire}
          x={x - WIRE_WIDTH / 2}
          y={board.y}
          width={WIRE_WIDTH}
          height={board.height}
        />
      ))}
      {bar && (
        <rect
          className={styles.bar}
          data-kind={bar.kind}
          x={bar.x}
          y={bar.y}
          width={bar.width}
          height={bar.height}
          rx={2}
        />
      )}
      {strings.map(({ string, y, gauge }) => (
        <line
          key={string}
          className={styles.string}
          x1={stringsFrom}
          x2={stringsTo}
          y1={y}
          y2={y}
          strokeWidth={gauge}
        />
      ))}
      {numbers.map(({ fret, x, y }) => (
        <text key={fret} className={styles.number} x={x} y={y}>
          {fret}
        </text>
      ))}
    </g>
  )
})
