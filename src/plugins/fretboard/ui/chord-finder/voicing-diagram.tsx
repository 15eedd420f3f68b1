import { fingering, fingersOf, MUTED } from '../../chords/playability.js'
import type { Voicing } from '../../chords/voicings.js'
import styles from './voicing-grid.module.css'

const FEWEST_ROWS = 4
const STEP = 12
const ROW = 14
const NUMBER_SIDE = 21 // room for a number of two digits next to the low string
const OTHER_SIDE = 7
const TOP = 16
const RADIUS = 5.5
const TO_NUMBER = RADIUS + 3

/** 0 with an open string. */
export function fretWindow(frets: Voicing['frets']): { readonly from: number; readonly to: number } {
  const played = frets.filter(fret => fret !== undefined)
  return { from: Math.min(...played), to: Math.max(...played) }
}

interface VoicingDiagramProps {
  readonly frets: Voicing['frets']
  readonly leftHanded: boolean
}

export function VoicingDiagram({ frets, leftHanded }: VoicingDiagramProps) {
  const count = frets.length
  const held = frets.map(fret => fret ?? MUTED)
  const pressed = held.filter(fret => fret > 0)
  const highest = Math.max(0, ...pressed)
  const first = highest <= FEWEST_ROWS ? 1 : Math.min(...pressed)
  const rows = Math.max(FEWEST_ROWS, highest - first + 1)
  const fingers = fingering(held)
  const { barre } = fingersOf(held)
  const left = leftHanded ? OTHER_SIDE : NUMBER_SIDE
  const right = left + STEP * (count - 1)
  const width = STEP * (count - 1) + NUMBER_SIDE + OTHER_SIDE
  const bottom = TOP + ROW * rows
  const x = (string: number) => left + STEP * (leftHanded ? string - 1 : count - string)
  const y = (fret: number) => TOP + ROW * (fret - first + 0.5)
  const across = (row: number) => `M${left} ${TOP + ROW * row}H${right}`
  return (
    <svg width={64} viewBox={`0 0 ${width} ${bottom + 4}`} aria-hidden="true">
      <path className={styles.line} d={Array.from({ length: rows }, (_, row) => across(row + 1)).join('')} />
      <path className={first === 1 ? styles.nut : styles.line} d={across(0)} />
      {first > 1 && (
        <text
          className={styles.number}
          x={leftHanded ? right + TO_NUMBER : left - TO_NUMBER}
          y={y(first) + 4}
          textAnchor={leftHanded ? 'start' : 'end'}
        >
          {first}
        </text>
      )}
      {held.map((fret, index) => {
        const string = index + 1
        const at = x(string)
        return (
          <g key={string}>
            <line className={styles.line} x1={at} x2={at} y1={TOP} y2={bottom} />
            {fret === 0 && <circle className={styles.sign} cx={at} cy={8} r={3.5} />}
            {fret === MUTED && (
              <path className={styles.sign} d={`M${at - 3.5} 4.5l7 7m0 -7l-7 7`} data-muted={string} />
            )}
          </g>
        )
      })}
      {barre && (
        <line
          className={styles.barre}
          x1={x(barre.from)}
          x2={x(barre.to)}
          y1={y(barre.fret)}
          y2={y(barre.fret)}
        />
      )}
      {held.map((fret, index) => {
        const string = index + 1
        if (fret <= 0) return null
        return (
          <g key={string}>
            <circle className={styles.dot} cx={x(string)} cy={y(fret)} r={RADIUS} />
            <text className={styles.label} x={x(string)} y={y(fret) + 3}>
              {fingers[index]}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
