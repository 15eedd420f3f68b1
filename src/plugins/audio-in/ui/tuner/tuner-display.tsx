import { useReducedMotion } from '@mantine/hooks'
import { type CSSProperties, useEffect, useRef } from 'react'
import { useStore } from '../../../../core/react/kernel-context.js'
import { frequencyOf } from '../../../../music/audio/pitch-finder.js'
import type { TunerSession } from '../../tuner-session.js'
import type { TunerSettings } from '../../tuner-settings.js'
import classes from './tuner-page.module.css'

/** Deviation at the end of the scale, cents. */
const SCALE = 50
/** Angle at the end of the scale, degrees. */
const WIDEST = 60
const TICKS = Array.from({ length: 11 }, (_, index) => (index - 5) * 10)

interface DisplayProps {
  readonly tuner: TunerSession
}

export function Display({ tuner, display }: DisplayProps & Pick<TunerSettings, 'display'>) {
  const isCalm = useReducedMotion(false, { getInitialValueInEffect: false })
  return display === 'strobe' && !isCalm ? <Strobe tuner={tuner} /> : <Needle tuner={tuner} />
}

function Needle({ tuner }: DisplayProps) {
  const { cents, verdict } = useStore(tuner.view)
  const shown = Math.max(-SCALE, Math.min(SCALE, cents ?? 0))
  return (
    <svg className={classes.dial} viewBox="-130 -130 260 136" data-verdict={verdict} aria-hidden="true">
      <path className={classes.zone} d={arc(-3, 3)} />
      {TICKS.map(tick => (
        <line
          key={tick}
          className={classes.tick}
          data-zero={tick === 0 || undefined}
          y1={-118}
          y2={tick % 50 === 0 ? -98 : -108}
          transform={`rotate(${angleOf(tick)})`}
        />
      ))}
      <text className={classes.sign} x={-112} y={-20}>
        ♭
      </text>
      <text className={classes.sign} x={112} y={-20}>
        ♯
      </text>
      <g className={classes.needle} style={{ transform: `rotate(${angleOf(shown)}deg)` }}>
        <line y1={0} y2={-94} />
        <circle r={6} />
      </g>
    </svg>
  )
}

const angleOf = (cents: number) => (cents / SCALE) * WIDEST

function arc(from: number, to: number): string {
  const point = (cents: number) => {
    const angle = (angleOf(cents) * Math.PI) / 180
    return `${113 * Math.sin(angle)} ${-113 * Math.cos(angle)}`
  }
  return `M ${point(from)} A 113 113 0 0 1 ${point(to)}`
}

/** Width of a stripe and the gap after it, px. Also in the style sheet. */
const STRIPES = [96, 48, 24]

/** The stripes move right while the string is sharp, left while it is flat, and stand still in tune. */
function Strobe({ tuner }: DisplayProps) {
  const rows = useRef<(HTMLDivElement | null)[]>([])
  const verdict = useStore(tuner.view, view => view.verdict)
  useEffect(() => {
    let periods = 0
    let before: number | undefined
    const draw = (now: number) => {
      const { cents, pitch, options } = tuner.view.getState()
      const seconds = before === undefined ? 0 : (now - before) / 1000
      before = now
      if (cents !== undefined && pitch !== undefined)
        periods += frequencyOf(pitch) * (options.a4 / 440) * (2 ** (cents / 1200) - 1) * seconds
      for (const [index, row] of rows.current.entries()) {
        const width = STRIPES[index] ?? 0
        if (row) row.style.transform = `translateX(${((periods * STRIPES.length * 16) % width) - width}px)`
      }
      frame = requestAnimationFrame(draw)
    }
    let frame = requestAnimationFrame(draw)
    return () => cancelAnimationFrame(frame)
  }, [tuner])
  return (
    <div className={classes.strobe} data-verdict={verdict} aria-hidden="true">
      {STRIPES.map((width, index) => (
        <div
          key={width}
          ref={row => {
            rows.current[index] = row
          }}
          style={{ '--width': `${width}px` } as CSSProperties}
        />
      ))}
    </div>
  )
}
