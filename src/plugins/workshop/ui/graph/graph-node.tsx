/** One plugin in the drawn graph: its state by sign and colour, its name, and the way to its card. */
import type { PluginState } from '../../../../core/kernel/host/plugin-state.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { NODE } from '../../graph-layout.js'
import { STATUS_NAMES, STATUS_SIGNS } from '../../state-sentence.js'
import classes from './plugin-graph.module.css'

interface GraphNodeProps {
  readonly x: number
  readonly y: number
  readonly title: string
  readonly state: PluginState | undefined
  readonly faded: boolean
  /** The pointer or the focus came, or went. */
  readonly onNear: (near: boolean) => void
  readonly onChoose: () => void
}

/** What fits beside the sign. */
const LONGEST_TITLE = 16

export function GraphNode({ x, y, title, state, faded, onNear, onChoose }: GraphNodeProps) {
  const { tm } = useText()
  const status = state?.status ?? 'registered'
  return (
    <a
      href={`#plugin-${state?.id}`}
      className={classes.node}
      data-status={status}
      data-faded={faded || undefined}
      aria-label={`${title}: ${tm('workshop', STATUS_NAMES[status])}`}
      onClick={event => {
        event.preventDefault()
        onChoose()
      }}
      onMouseEnter={() => onNear(true)}
      onMouseLeave={() => onNear(false)}
      onFocus={() => onNear(true)}
      onBlur={() => onNear(false)}
    >
      <title>{title}</title>
      <g transform={`translate(${x} ${y})`}>
        <rect width={NODE.width} height={NODE.height} rx="8" />
        <text x="12" y={NODE.height / 2} className={classes.sign} dominantBaseline="central">
          {STATUS_SIGNS[status]}
        </text>
        <text x="28" y={NODE.height / 2} dominantBaseline="central">
          {title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 1)}…` : title}
        </text>
      </g>
    </a>
  )
}

/** The heads of the arrows, by their ids. */
export function ArrowHeads() {
  return (
    <defs>
      {['fw-arrow', 'fw-arrow-near'].map(id => (
        <marker
          key={id}
          id={id}
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="9"
          markerHeight="9"
          orient="auto"
          markerUnits="userSpaceOnUse"
        >
          <path d="M0 0L8 4L0 8z" className={classes.head} data-near={id === 'fw-arrow-near'} />
        </marker>
      ))}
    </defs>
  )
}
