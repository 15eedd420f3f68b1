/** What lights up at one position while it sounds. */
import { memo } from 'react'
import { ARROW } from '../neck-geometry.js'
import styles from './neck.module.css'
import { PARKED } from './parked.js'

export interface NeckLightProps {
  readonly string: number
  readonly fret: number
  readonly radius: number
  readonly showOctave: boolean
  /** Two lines of text: the degree stands below the name. */
  readonly showDegree: boolean
}

/**
 * It is there from the beginning, parked where it cannot be seen; `LiveNeck` moves it to its place and writes what
 * it says, without React. Of what only moves the browser keeps what it painted, and nothing of the neck below is
 * painted again either, because the lights lie in a drawing of their own.
 */
export const NeckLight = memo(function NeckLight(props: NeckLightProps) {
  const { string, fret, radius, showOctave, showDegree } = props
  const { text, name, upper, degree, octave } = styles
  return (
    <g className={styles.light} transform={PARKED} data-light={`${string}:${fret}`}>
      <circle r={radius + 3} />
      <path className={styles.beyond} d={`M${radius + 3} -8 L${radius + ARROW} 0 L${radius + 3} 8 Z`} />
      <text className={`${text} ${showDegree ? upper : name}`} y={showDegree ? -1 : 6.5}>
        <tspan data-says="name" />
        {showOctave && <tspan className={octave} data-says="octave" />}
      </text>
      {showDegree && <text className={`${text} ${degree}`} y={13.5} data-says="degree" />}
    </g>
  )
})
