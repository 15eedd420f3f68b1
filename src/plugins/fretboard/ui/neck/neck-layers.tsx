import { memo, useEffect } from 'react'
import { useService, useStore } from '../../../../core/react/kernel-context.js'
import { ScreenBoundary } from '../../../../core/react/plugin-screen.js'
import { isSamePosition, type Position } from '../../../../music/guitar/position.js'
import { NECK_EXTENSIONS } from '../../neck/neck-extensions.js'
import type { NeckGeometry } from '../../neck/neck-geometry.js'
import { BARE_NECK, type NeckLayer, type NeckMark } from '../../tokens.js'
import styles from './neck.module.css'

export function NeckLayers({ geometry }: { geometry: NeckGeometry }) {
  const { items, takeOut } = useService(NECK_EXTENSIONS).layers
  const layers = useStore(items)
  const bare = useStore(useService(BARE_NECK))
  const sorted = layers.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group without tabindex isn't focusable
    <g className={styles.layer} aria-hidden="true">
      {bare ? (
        <Marks marks={bare.marks} geometry={geometry} inSight />
      ) : (
        sorted.map(layer => (
          <ScreenBoundary
            key={layer.id}
            renderError={error => <TakenOut error={error} takeOut={thrown => takeOut(layer, thrown)} />}
          >
            <Layer layer={layer} geometry={geometry} />
          </ScreenBoundary>
        ))
      )}
    </g>
  )
}

function TakenOut({ error, takeOut }: { error: unknown; takeOut: (error: unknown) => void }) {
  useEffect(() => takeOut(error))
  return null
}

function Layer({ layer, geometry }: { layer: NeckLayer; geometry: NeckGeometry }) {
  const marks = useStore(layer.marks)
  return (
    <g data-layer={layer.id}>
      <Marks marks={marks} geometry={geometry} />
    </g>
  )
}

interface MarksProps {
  readonly marks: readonly NeckMark[]
  readonly geometry: NeckGeometry
  /** Scrolls the awaited note into view. */
  readonly inSight?: boolean
}

/** Must return nothing: React would call the promise of a newer `scrollIntoView` as a ref cleanup. */
function scrollTo(mark: SVGGElement | null): void {
  mark?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
}

function Marks({ marks, geometry, inSight = false }: MarksProps) {
  return (
    <>
      {marks.map((mark, index) => {
        const { string, fret, look, label } = mark
        // Draw only the last of two marks at one position. Duplicate React keys would leave a ring behind.
        if (marks.findLastIndex(each => isSamePosition(each, mark)) > index) return null
        const position = geometry.positions.find(each => each.string === string && each.fret === fret)
        if (!position) return null
        const { x, y } = position
        const corner = { x: x + geometry.radius, y: y - geometry.radius + 4 }
        return (
          <g key={`${string}:${fret}`} ref={inSight && look === 'awaited' ? scrollTo : null}>
            {look !== 'pin' && <Ring look={look} x={x} y={y} radius={geometry.radius} />}
            {(look === 'pin' || label) && (
              <circle {...BADGES[look === 'pin' ? look : 'label']} cx={corner.x} cy={corner.y - 4} r={8} />
            )}
            {label && (
              <text className={styles.layerText} data-look={look} {...corner}>
                {label}
              </text>
            )}
          </g>
        )
      })}
    </>
  )
}

const BADGES = {
  pin: { fill: 'var(--fw-accent)' },
  // Labels would be illegible directly on the wood.
  label: { fill: 'var(--fw-panel)', stroke: 'var(--fw-ink)' },
} as const

const RINGS = {
  outline: { className: styles.outline, ground: 6 },
  awaited: { className: styles.awaited, ground: 13 },
  right: { className: styles.right, ground: 5 },
  wrong: { className: styles.wrong, ground: 7 },
} as const

interface RingProps {
  readonly look: keyof typeof RINGS
  readonly x: number
  readonly y: number
  readonly radius: number
}

function Ring({ look, x, y, radius }: RingProps) {
  const { className, ground } = RINGS[look]
  const isDouble = look === 'awaited'
  return (
    <>
      {/* A dashed ring alone is hard to see on dark wood. */}
      <circle
        cx={x}
        cy={y}
        r={radius + (isDouble ? 7 : 4)}
        fill="none"
        stroke="var(--fw-panel)"
        strokeWidth={ground}
      />
      <circle className={className} cx={x} cy={y} r={radius + 4} />
      {isDouble && <circle className={className} cx={x} cy={y} r={radius + 9} />}
    </>
  )
}

interface NeckSelectedProps {
  readonly geometry: NeckGeometry
  readonly selected: readonly Position[]
}

export const NeckSelected = memo(function NeckSelected({ geometry, selected }: NeckSelectedProps) {
  const { positions, radius } = geometry
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group without tabindex isn't focusable
    <g className={styles.layer} fill="none" stroke="var(--fw-ink)" strokeWidth={3} aria-hidden="true">
      {positions
        .filter(position => selected.some(each => isSamePosition(each, position)))
        .map(({ string, fret, x, y }) => (
          <circle key={`${string}:${fret}`} cx={x} cy={y} r={radius + 3} />
        ))}
    </g>
  )
})
