/** One position of the neck: its dot, its label, and what a screen reader says of it. */
import { type CSSProperties, memo } from 'react'
import { degreeNumber, type NeckLabel, withSigns } from '../neck-label.js'
import styles from './neck.module.css'

export interface NeckPositionProps {
  readonly string: number
  readonly fret: number
  readonly x: number
  readonly y: number
  /** Half of what belongs to the position along the string, and across it. */
  readonly reachX: number
  readonly reachY: number
  readonly radius: number
  readonly label: NeckLabel
  readonly spoken: string
  readonly showOctave: boolean
  readonly showDegree: boolean
  /** Labelled also while it is silent. */
  readonly shown: boolean
  readonly selected: boolean
  /** Undefined where a press plays instead of selecting. */
  readonly pressed: boolean | undefined
  /** The one place that the Tab key leads to. */
  readonly tabStop: boolean
}

/**
 * All parts are there from the beginning and hidden; what sounds is shown by `data-sounding` alone, which
 * `LiveNeck` sets without React.
 */
export const NeckPosition = memo(function NeckPosition(props: NeckPositionProps) {
  const { string, fret, x, y, reachX, reachY, radius, label, showOctave, showDegree, tabStop } = props
  const twoLines = showDegree && label.degree !== ''
  const color = `var(--degree-${degreeNumber(label.degree)})`
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button element; role and key handling make this one
    <g
      className={styles.position}
      style={{ '--color': color } as CSSProperties}
      transform={`translate(${x} ${y})`}
      role="button"
      tabIndex={tabStop ? 0 : -1}
      aria-label={props.spoken}
      aria-pressed={props.pressed}
      data-place={`${string}:${fret}`}
      data-degree={label.degree}
      data-in-scale={label.inScale || undefined}
      data-shown={props.shown || undefined}
      data-selected={props.selected || undefined}
    >
      <rect className={styles.hit} x={-reachX} y={-reachY} width={2 * reachX} height={2 * reachY} />
      <g className={twoLines ? `${styles.note} ${styles.twoLines}` : styles.note} data-part="note">
        <circle className={styles.halo} r={radius + 9} data-part="halo" />
        <circle className={styles.dot} r={radius} />
        <circle className={styles.lit} r={radius + 4} />
        <text className={`${styles.text} ${styles.name}`} y={twoLines ? -1 : 6.5}>
          {withSigns(label.name)}
          {showOctave && <tspan className={styles.octave}>{label.octave}</tspan>}
        </text>
        {twoLines && (
          <text className={`${styles.text} ${styles.degree}`} y={13.5}>
            {withSigns(label.degree)}
          </text>
        )}
        <circle className={`${styles.mark} ${styles.picked}`} r={radius + 4} />
        <circle className={`${styles.mark} ${styles.focus}`} r={radius + 7} />
      </g>
    </g>
  )
})
