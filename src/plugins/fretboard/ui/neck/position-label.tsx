/** What is written on a dot: the note's name, and below it its degree where degrees are shown. */
import type { ReactNode } from 'react'
import { type NeckLabel, withSigns } from '../../neck/neck-label.js'
import styles from './neck.module.css'

export interface PositionLabelProps {
  /** The middle of the dot, in units of the drawing. */
  readonly x: number
  readonly y: number
  readonly label: NeckLabel
  readonly showOctave: boolean
  readonly showDegree: boolean
  /** The degree is written as the interval from the tonic: `m3`. */
  readonly showInterval: boolean
}

/**
 * Called, and no component of its own: a neck has hundreds of labels, all of which change with the scale, and each
 * component costs as much as its nodes.
 */
export function positionLabel({ x, y, label, showOctave, showDegree, showInterval }: PositionLabelProps) {
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
