/** What is written on a dot: the note's name, and below it its degree where degrees are shown. */
import { type NeckLabel, withSigns } from '../neck-label.js'
import styles from './neck.module.css'

export interface PlaceLabelProps {
  /** The middle of the dot, in units of the drawing. */
  readonly x: number
  readonly y: number
  readonly label: NeckLabel
  readonly showOctave: boolean
  readonly showDegree: boolean
  /** The degree is written as the interval from the tonic: `m3`. */
  readonly showInterval: boolean
}

export function PlaceLabel({ x, y, label, showOctave, showDegree, showInterval }: PlaceLabelProps) {
  if (!showDegree || label.degree === '')
    return (
      <text className={`${styles.text} ${styles.name}`} x={x} y={y + 6.5}>
        <Name label={label} showOctave={showOctave} />
      </text>
    )
  return (
    <>
      <text className={`${styles.text} ${styles.upper}`} x={x} y={y - 1}>
        <Name label={label} showOctave={showOctave} />
      </text>
      <text className={`${styles.text} ${styles.degree}`} x={x} y={y + 13.5}>
        {showInterval ? label.interval : withSigns(label.degree)}
      </text>
    </>
  )
}

function Name({ label, showOctave }: { label: NeckLabel; showOctave: boolean }) {
  return (
    <>
      {withSigns(label.name)}
      {showOctave && <tspan className={styles.octave}>{label.octave}</tspan>}
    </>
  )
}
