/** One position of the neck: its dot, its label, and its accessible name. */

import { type CSSProperties, memo, type ReactNode } from 'react'
import type { Position } from '../../../../core/music/guitar/position.js'
import { degreeNumber, type NeckLabel, withSigns } from '../../neck/neck-label.js'
import styles from './neck.module.css'

interface NeckPositionProps extends PositionLabelProps {
  readonly string: number
  readonly fret: number
  /** Half of the position's area, along and across the string. */
  readonly reachX: number
  readonly reachY: number
  readonly radius: number
  readonly spoken: string
  /** Visible even while silent. */
  readonly shown: boolean
  readonly selected: boolean
  /** Undefined if a press plays instead of selecting. */
  readonly pressed: boolean | undefined
  /** The one position that the Tab key reaches. */
  readonly tabStop: boolean
}

export const NeckPosition = memo(function NeckPosition(props: NeckPositionProps) {
  const { string, fret, x, y, reachX, reachY, radius, label, showOctave, showDegree, showInterval, tabStop } =
    props
  const at = { cx: x, cy: y }
  const color = `var(--degree-${degreeNumber(label.degree)})`
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button element; role and key handling make this one
    <g
      className={styles.position}
      style={{ '--color': color } as CSSProperties}
      role="button"
      tabIndex={tabStop ? 0 : -1}
      aria-label={props.spoken}
      aria-pressed={props.pressed}
      data-neck-position={`${string}:${fret}`}
      data-degree={label.degree}
      data-in-scale={label.inScale || undefined}
      data-shown={props.shown || undefined}
      data-selected={props.selected || undefined}
    >
      <rect className={styles.hit} x={x - reachX} y={y - reachY} width={2 * reachX} height={2 * reachY} />
      <g className={styles.note}>
        <circle className={styles.dot} {...at} r={radius} />
        {positionLabel({ x, y, label, showOctave, showDegree, showInterval })}
        {props.selected && <circle className={`${styles.mark} ${styles.picked}`} {...at} r={radius + 4} />}
        {/* Only this position can have the focus. */}
        {tabStop && <circle className={`${styles.mark} ${styles.focus}`} {...at} r={radius + 7} />}
      </g>
    </g>
  )
})

interface PositionLabelProps {
  /** Center of the dot, in drawing units. */
  readonly x: number
  readonly y: number
  readonly label: NeckLabel
  readonly showOctave: boolean
  readonly showDegree: boolean
  /** Write the degree as the interval from the tonic: `m3`. */
  readonly showInterval: boolean
}

/**
 * A function, not a component: a neck has hundreds of labels, all of which change with the scale, and a component costs
 * as much as its nodes.
 */
function positionLabel({ x, y, label, showOctave, showDegree, showInterval }: PositionLabelProps) {
  if (!showDegree || label.degree === '')
    return (
      <text className={`${styles.text} ${styles.name}`} x={x} y={y + 6.5}>
        {nameOf(label, showOctave)}
      </text>
    )
  return (
    <>
      <text className={`${styles.text} ${styles.upper}`} x={x} y={y - 1}>
        {nameOf(label, showOctave)}
      </text>
      <text className={`${styles.text} ${styles.degree}`} x={x} y={y + 13.5}>
        {showInterval ? label.interval : withSigns(label.degree)}
      </text>
    </>
  )
}

function nameOf({ name, octave }: NeckLabel, showOctave: boolean): ReactNode {
  if (!showOctave) return withSigns(name)
  return (
    <>
      {withSigns(name)}
      <tspan className={styles.octave}>{octave}</tspan>
    </>
  )
}

export function positionOfElement(target: EventTarget): Position | undefined {
  const element = target instanceof Element ? target.closest('[data-neck-position]') : null
  const [string, fret] = element?.getAttribute('data-neck-position')?.split(':').map(Number) ?? []
  return string === undefined || fret === undefined ? undefined : { string, fret }
}
