import { memo, useId } from 'react'
import type { NeckGeometry } from '../../neck/neck-geometry.js'
import { dotLine, fitOf } from '../../neck/neck-sizes.js'
import styles from './neck.module.css'

const INLAY_RADIUS = 7
const PEG_RADIUS = 5

interface NeckBoardProps {
  readonly geometry: NeckGeometry
  readonly names: readonly string[]
  readonly caption: string
}

export const NeckBoard = memo(function NeckBoard({ geometry, names, caption }: NeckBoardProps) {
  const { board, behind, bar, wires, inlays, strings, pegs, numbers, vertical } = geometry
  const captionAt = geometry.caption
  const wood = useId()
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group without tabindex isn't focusable
    <g aria-hidden="true">
      <defs>
        <linearGradient id={wood} x1="0" y1="0" x2={vertical ? 1 : 0} y2={vertical ? 0 : 1}>
          <stop offset="0" stopColor="var(--wood-1)" />
          <stop offset="1" stopColor="var(--wood-2)" />
        </linearGradient>
      </defs>
      {behind && <rect {...behind} fillOpacity={0.55} fill={`url(#${wood})`} />}
      <rect {...board} rx={4} fill={`url(#${wood})`} />
      {inlays.map(({ x, y }) => (
        <circle
          key={`${x} ${y}`}
          fill="var(--line, var(--inlay))"
          fillOpacity={0.28}
          cx={x}
          cy={y}
          r={INLAY_RADIUS}
        />
      ))}
      {wires.map(({ fret, x, y, toX, toY }) => (
        <line key={fret} className={styles.wire} x1={x} y1={y} x2={toX} y2={toY} />
      ))}
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
      {bar && (
        <rect
          className={styles.bar}
          data-kind={bar.kind}
          x={bar.x}
          y={bar.y}
          width={bar.width}
          height={bar.height}
          rx={bar.kind === 'capo' ? 5 : 2}
        />
      )}
      {pegs.map(({ string, x, y }) => (
        <circle key={string} className={styles.peg} data-peg={string} cx={x} cy={y} r={PEG_RADIUS} />
      ))}
      {numbers.map(({ fret, x, y }) => (
        <text key={fret} className={styles.number} x={x} y={y}>
          {fret}
        </text>
      ))}
      {geometry.names.map(({ string, x, y }) => {
        const name = names[string - 1] ?? ''
        return (
          <text
            key={string}
            className={styles.stringName}
            data-string-name={string}
            x={x}
            y={y + 5}
            fontSize={15 * fitOf(name)}
          >
            {name}
          </text>
        )
      })}
      {captionAt && (
        <text
          className={styles.number}
          data-capo=""
          x={captionAt.x}
          y={captionAt.y}
          transform={vertical ? `rotate(-90 ${captionAt.x} ${captionAt.y})` : undefined}
        >
          {caption}
        </text>
      )}
    </g>
  )
})

interface NeckPositionsProps {
  readonly geometry: NeckGeometry
  readonly withDegree: boolean
}

export const NeckPositions = memo(function NeckPositions({ geometry, withDegree }: NeckPositionsProps) {
  const { positions, radius } = geometry
  const name = dotLine(withDegree ? 'above' : 'alone', radius)
  const below = dotLine('below', radius)
  return positions.map(({ string, fret, x, y, reachX, reachY }) => (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button element; role and key handling replace it
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
