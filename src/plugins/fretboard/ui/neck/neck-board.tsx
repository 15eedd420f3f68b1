/** The static parts of the neck: wood, wires, strings and numbers. */
import { memo, useId } from 'react'
import type { NeckGeometry } from '../../neck/neck-geometry.js'
import styles from './neck.module.css'

const INLAY_RADIUS = 7
const PEG_RADIUS = 5

export const NeckBoard = memo(function NeckBoard({ geometry }: { geometry: NeckGeometry }) {
  const { board, bar, wires, inlays, strings, pegs, numbers, vertical } = geometry
  const wood = useId()
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group without tabindex takes no focus
    <g aria-hidden="true">
      <defs>
        <linearGradient id={wood} x1="0" y1="0" x2={vertical ? 1 : 0} y2={vertical ? 0 : 1}>
          <stop offset="0" stopColor="var(--wood-1)" />
          <stop offset="1" stopColor="var(--wood-2)" />
        </linearGradient>
      </defs>
      <rect {...board} rx={4} fill={`url(#${wood})`} />
      {inlays.map(({ x, y }) => (
        <circle key={`${x} ${y}`} className={styles.inlay} cx={x} cy={y} r={INLAY_RADIUS} />
      ))}
      {wires.map(({ fret, x, y, toX, toY }) => (
        <line key={fret} className={styles.wire} x1={x} y1={y} x2={toX} y2={toY} />
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
      {strings.map(({ string, x, y, toX, toY, gauge }) => (
        <line
          key={string}
          className={styles.string}
          data-string={string}
          x1={x}
          y1={y}
          x2={toX}
          y2={toY}
          strokeWidth={gauge}
        />
      ))}
      {pegs.map(({ string, x, y }) => (
        <circle key={string} className={styles.peg} data-peg={string} cx={x} cy={y} r={PEG_RADIUS} />
      ))}
      {numbers.map(({ fret, x, y }) => (
        <text key={fret} className={styles.number} x={x} y={y}>
          {fret}
        </text>
      ))}
    </g>
  )
})
