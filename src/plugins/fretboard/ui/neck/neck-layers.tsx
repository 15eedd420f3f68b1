/** Marks over the neck: layers of other plugins, the chord over the scale and the fingers of a voicing. */

import { useEffect, useMemo } from 'react'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useService } from '../../../../core/react/kernel-context.js'
import { ScreenBoundary } from '../../../../core/react/plugin-screen.js'
import { chordMarks } from '../../chords/chord-marks.js'
import { CHORD_FINDER, NECK_EXTENSIONS } from '../../internal-tokens.js'
import type { NeckGeometry } from '../../neck/neck-geometry.js'
import { NECK_VIEW, type NeckLayer, type NeckMark } from '../../tokens.js'
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

export function Marks({ marks, geometry }: { marks: readonly NeckMark[]; geometry: NeckGeometry }) {
  return (
    <>
      {marks.map(({ string, fret, look, label }) => {
        const position = geometry.positions.find(each => each.string === string && each.fret === fret)
        if (!position) return null
        const { x, y } = position
        const corner = { x: x + geometry.radius, y: y - geometry.radius + 4 }
        return (
          <g key={`${string}:${fret}`}>
            {look === 'outline' ? (
              <>
                {/* Dashes alone are lost on dark wood. */}
                <circle
                  cx={x}
                  cy={y}
                  r={geometry.radius + 4}
                  fill="none"
                  stroke="var(--fw-panel)"
                  strokeWidth={4}
                />
                <circle className={styles.outline} cx={x} cy={y} r={geometry.radius + 4} />
              </>
            ) : (
              <circle className={styles.pin} cx={corner.x} cy={corner.y - 4} r={8} />
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

export function ChordLayer({ geometry }: { geometry: NeckGeometry }) {
  const view = useService(NECK_VIEW)
  const tuning = useStore(view, now => now.tuning)
  const capo = useStore(view, now => now.capo)
  const chord = useStore(view, now => now.chord)
  const fingers = useStore(useService(CHORD_FINDER).marks)
  const tones = useMemo(() => chordMarks({ tuning, capo, chord }), [tuning, capo, chord])
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group without tabindex takes no focus
    <g className={styles.layer} aria-hidden="true">
      {tones.length > 0 && (
        <g data-marks="chord">
          <Marks marks={tones} geometry={geometry} />
        </g>
      )}
      {fingers.length > 0 && (
        <g data-marks="fingers">
          <Marks marks={fingers} geometry={geometry} />
        </g>
      )}
    </g>
  )
}
