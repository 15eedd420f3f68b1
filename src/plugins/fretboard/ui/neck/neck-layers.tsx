/** Layers of marks over the neck: chord tones, fingers of a voicing, and those of other plugins. */

import { useEffect } from 'react'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useService } from '../../../../core/react/kernel-context.js'
import { ScreenBoundary } from '../../../../core/react/plugin-screen.js'
import { NECK_EXTENSIONS } from '../../internal-tokens.js'
import type { NeckGeometry } from '../../neck/neck-geometry.js'
import type { NeckLayer, NeckMark } from '../../tokens.js'
import styles from './neck.module.css'

export function NeckLayers({ geometry }: { geometry: NeckGeometry }) {
  const { items, takeOut } = useService(NECK_EXTENSIONS).layers
  const layers = useStore(items)
  const sorted = layers.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group without tabindex takes no focus
    <g className={styles.layer} aria-hidden="true">
      {sorted.map(layer => (
        <ScreenBoundary
          key={layer.id}
          renderError={error => <TakenOut error={error} takeOut={thrown => takeOut(layer, thrown)} />}
        >
          <Layer layer={layer} geometry={geometry} />
        </ScreenBoundary>
      ))}
    </g>
  )
}

/** Replaces a layer that failed until it is removed from the list. */
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

function Marks({ marks, geometry }: { marks: readonly NeckMark[]; geometry: NeckGeometry }) {
  return (
    <>
      {marks.map(({ string, fret, look, label }) => {
        const position = geometry.positions.find(each => each.string === string && each.fret === fret)
        if (!position) return null
        const { x, y } = position
        const corner = { x: x + geometry.radius, y: y - geometry.radius + 4 }
        return (
          <g key={`${string}:${fret}`}>
            {look !== 'pin' && (
              <>
                {/* Dashes alone are hard to see on dark wood. */}
                <circle
                  cx={x}
                  cy={y}
                  r={geometry.radius + (look === 'awaited' ? 7 : 4)}
                  fill="none"
                  stroke="var(--fw-panel)"
                  strokeWidth={look === 'awaited' ? 10 : 4}
                />
                <circle
                  className={look === 'awaited' ? styles.awaited : styles.outline}
                  cx={x}
                  cy={y}
                  r={geometry.radius + 4}
                />
                {look === 'awaited' && (
                  <circle className={styles.awaited} cx={x} cy={y} r={geometry.radius + 9} />
                )}
              </>
            )}
            {(look === 'pin' || label) && (
              <circle
                className={look === 'pin' ? styles.pin : styles.badge}
                cx={corner.x}
                cy={corner.y - 4}
                r={8}
              />
            )}
            {label && (
              <text className={styles.layerText} {...corner}>
                {label}
              </text>
            )}
          </g>
        )
      })}
    </>
  )
}
