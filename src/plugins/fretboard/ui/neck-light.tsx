/** What lights up at one position while it sounds. */
import { memo } from 'react'
import { ARROW } from '../neck-geometry.js'
import { degreeNumber } from '../neck-label.js'
import styles from './neck.module.css'
import { PARKED } from './parked.js'
import { type PlaceLabelProps, placeLabel } from './place-label.js'

export interface NeckLightProps extends Omit<PlaceLabelProps, 'x' | 'y'> {
  readonly string: number
  readonly fret: number
  readonly radius: number
}

/**
 * It is there from the beginning, parked where it cannot be seen; `LiveNeck` moves it to its place, without React.
 * Of what only moves the browser keeps what it painted, and nothing of the neck below is painted again either,
 * because the lights lie in a drawing of their own.
 */
export const NeckLight = memo(function NeckLight({ string, fret, radius, ...label }: NeckLightProps) {
  const color = `var(--degree-${degreeNumber(label.label.degree)})`
  return (
    <g
      className={styles.light}
      fill={color}
      stroke={color}
      transform={PARKED}
      data-light={`${string}:${fret}`}
    >
      <circle r={radius + 3} />
      <path className={styles.beyond} d={`M${radius + 3} -8 L${radius + ARROW} 0 L${radius + 3} 8 Z`} />
      {placeLabel({ x: 0, y: 0, ...label })}
    </g>
  )
})
