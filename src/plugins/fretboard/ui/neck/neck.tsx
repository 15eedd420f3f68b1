/** The interactive neck: drawn once by React, lit by `useLights`, played and selected by pointer and keys. */

import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { isSamePosition, type Position, pitchAt } from '../../../../core/music/guitar/position.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useService } from '../../../../core/react/kernel-context.js'
import { isSameLayout, neckGeometry } from '../../neck/neck-geometry.js'
import { labelOf } from '../../neck/neck-label.js'
import { positionAfterKey, within } from '../../playing/neck-navigation.js'
import { DragSelection } from '../../playing/selection.js'
import { spelledBy } from '../../scales/scale.js'
import { NECK_PLAYER, NECK_VIEW, type NeckView, NOW, SELECTION } from '../../tokens.js'
import { useLights } from '../lights/use-lights.js'
import { FretRange } from './fret-range.js'
import styles from './neck.module.css'
import { NeckBoard } from './neck-board.js'
import { NeckLayers } from './neck-layers.js'
import { NeckPosition, positionOfElement } from './neck-position.js'
import { useFingerDrag } from './use-finger-drag.js'
import { useSpokenPosition } from './use-spoken-position.js'
import { useVertical } from './use-vertical.js'

export function Neck() {
  const { t } = useText()
  const player = useService(NECK_PLAYER)
  const selection = useService(SELECTION)
  const view = useStore(useService(NECK_VIEW))
  const selected = useStore(selection.positions)
  const spoken = useSpokenPosition()
  const root = useRef<HTMLDivElement>(null)
  const lights = useRef<HTMLCanvasElement>(null)
  const [wanted, setWanted] = useState<Position>({ string: view.tuning.strings.length, fret: view.fretMin })
  const stop = within(wanted, view)

  const { tuning, capo, fretMin, fretMax, leftHanded, nutRight, velocityLook, trail } = view
  const { strings, begins } = tuning
  const vertical = useVertical(view.orientation)
  const geometry = useMemo(
    () => neckGeometry({ strings, begins, capo, fretMin, fretMax, leftHanded, nutRight, vertical }),
    [strings, begins, capo, fretMin, fretMax, leftHanded, nutRight, vertical],
  )

  // The selected chord spells its notes as the card below names them.
  const tones = useStore(useService(NOW), now => (now.what === 'selected' ? now.chord.tones : undefined))
  const spelling = useMemo(() => spelledBy(view.labels, tones ?? []), [view.labels, tones])

  // Memoized, so that a position only renders if it changed.
  const labels = useMemo(
    () =>
      geometry.positions.map(({ string, fret }) =>
        labelOf(pitchAt({ strings, begins }, capo, string, fret) ?? 0, spelling),
      ),
    [geometry, strings, begins, capo, spelling],
  )

  const { showOctaves, showDegrees, showIntervals } = view
  // Without a scale there are no degrees, and the name fills the dot.
  const withDegrees = showDegrees && view.scale.tonic !== ''
  useLights({
    drawings: root,
    canvas: lights,
    // Another tuning with the same number of strings doesn't move any position.
    geometry: useKept(geometry, isSameLayout),
    labels,
    velocityLook,
    trail,
    showOctave: showOctaves,
    showDegree: withDegrees,
    showInterval: showIntervals,
  })

  const use = (position: Position) => (view.selectMode ? selection.toggle(position) : player.play(position))

  const drag = useMemo(() => new DragSelection(selection), [selection])
  const dragged = useRef(false)
  useFingerDrag(root, { drag, active: view.selectMode })
  const onPointerDown = ({ target, button, pointerType }: PointerEvent) => {
    const position = positionOfElement(target)
    dragged.current = false
    // A finger that moves scrolls the neck, unless it rested first.
    if (position && view.selectMode && button === 0 && pointerType !== 'touch') drag.start(position)
  }
  const onPointerOver = ({ target, buttons }: PointerEvent) => {
    const position = positionOfElement(target)
    // The button may have been released outside the window.
    if ((buttons & 1) === 0) drag.end()
    else if (position) drag.over(position)
  }
  const onPointerUp = () => {
    dragged.current = drag.end()
  }

  const onClick = ({ target }: MouseEvent) => {
    const position = positionOfElement(target)
    if (!position || dragged.current) return
    setWanted(position)
    use(position)
  }
  // Wherever the focus came from, the Tab key returns to this position.
  const onFocus = ({ target }: FocusEvent) => {
    const position = positionOfElement(target)
    if (position && !isSamePosition(position, stop)) setWanted(position)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const position = positionOfElement(event.target)
    if (!position || event.ctrlKey || event.metaKey || event.altKey) return
    // Shift + arrows change the octave of the computer keyboard.
    const next = event.shiftKey ? undefined : positionAfterKey(position, event.key, view, vertical)
    if (!next && event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    // The same key may run a command elsewhere; here it belongs to the neck.
    event.stopPropagation()
    if (!next) {
      // A held key repeats, but doesn't play again.
      if (!event.repeat) use(position)
      return
    }
    setWanted(next)
    root.current?.querySelector<SVGElement>(`[data-neck-position="${next.string}:${next.fret}"]`)?.focus()
  }

  return (
    <div className={styles.scroll}>
      <div
        ref={root}
        className={styles.drawings}
        data-vertical={vertical || undefined}
        style={{ '--units': Math.round(geometry.width) } as CSSProperties}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a drawing */}
        <svg
          className={styles.neck}
          viewBox={`0 0 ${geometry.width} ${geometry.height}`}
          role="group"
          aria-label={t('Guitar neck')}
          aria-description={
            view.selectMode ? t('Arrow keys move, Enter selects.') : t('Arrow keys move, Enter plays.')
          }
          onPointerDown={onPointerDown}
          onPointerOver={onPointerOver}
          onPointerUp={onPointerUp}
          onClick={onClick}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
        >
          {/* Below the numbers, so that its tint doesn't fade them. */}
          <FretRange geometry={geometry} />
          <NeckBoard geometry={geometry} />
          {geometry.positions.map((position, index) => {
            const { string, fret, x, y, reachX, reachY } = position
            const label = labels[index] ?? labelOf(0, spelling)
            const isSelected = selected.some(each => isSamePosition(each, position))
            return (
              <NeckPosition
                key={`${string}:${fret}`}
                string={string}
                fret={fret}
                x={x}
                y={y}
                reachX={reachX}
                reachY={reachY}
                radius={geometry.radius}
                label={label}
                spoken={spoken(position, label)}
                showOctave={showOctaves}
                showDegree={showDegrees}
                showInterval={showIntervals}
                shown={view.showAllNotes || (label.inScale && isInPosition(position, view.position))}
                selected={isSelected}
                pressed={view.selectMode ? isSelected : undefined}
                tabStop={isSamePosition(stop, position)}
              />
            )
          })}
          <NeckLayers geometry={geometry} />
        </svg>
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas without tabindex takes no focus */}
        <canvas ref={lights} className={styles.lights} aria-hidden="true" />
      </div>
    </div>
  )
}

/** Without a position, the scale is shown on the whole neck. */
function isInPosition(position: Position, shown: NeckView['position']): boolean {
  return shown?.positions.some(each => isSamePosition(each, position)) ?? true
}

/** The first of several consecutive values that `isSame` considers equal, for a stable reference. */
function useKept<T>(value: T, isSame: (kept: T, value: T) => boolean): T {
  const kept = useRef(value)
  if (kept.current !== value && !isSame(kept.current, value)) kept.current = value
  return kept.current
}
