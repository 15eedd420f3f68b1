import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { phrases } from '../../../../core/platform/phrases.js'
import { type Text, useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { type NoteNames, notesIn, shownNote, withSigns } from '../../../../music/guitar/note-names.js'
import { isSamePosition, MAX_FRET, type Position, pitchAt } from '../../../../music/guitar/position.js'
import { lettersOf } from '../../../../music/guitar/tuning-code.js'
import { degreeNumberOf } from '../../../../music/theory/degrees.js'
import {
  intervalOf,
  labelOf,
  type NeckLabel,
  type SpelledScale,
  spelledBy,
} from '../../../../music/theory/scale.js'
import { isSameLayout, type NeckGeometry, neckGeometry } from '../../neck/neck-geometry.js'
import type { NeckRoom } from '../../neck/neck-sizes.js'
import { positionAfterKey, within } from '../../playing/neck-navigation.js'
import { DragSelection } from '../../playing/selection.js'
import { BARE_NECK, NECK_PLAYER, NECK_VIEW, type NeckView, NOW, SELECTION } from '../../tokens.js'
import { useLights } from '../lights/use-lights.js'
import { useFollowHand } from './follow-hand.js'
import { FretRange } from './fret-range.js'
import styles from './neck.module.css'
import { NeckBoard, NeckPositions } from './neck-board.js'
import { NeckLayers, NeckSelected } from './neck-layers.js'
import { type PositionLook, PositionNodes, positionOfElement } from './position-nodes.js'
import { useFingerDrag } from './use-finger-drag.js'
import { useVertical } from './use-vertical.js'

const NONE: readonly Position[] = []

/** Fills the width of its column. `--fw-neck-height` limits the height. */
export function Neck() {
  const { t } = useText()
  const player = useService(NECK_PLAYER)
  const selection = useService(SELECTION)
  const view = useStore(useService(NECK_VIEW))
  const isBare = useStore(useService(BARE_NECK), bare => bare !== undefined)
  // Open-string names would give away the answer to the question.
  const isAsked = useStore(useService(BARE_NECK), bare => bare?.marks.some(({ look }) => look === 'awaited'))
  const selected = useStore(selection.positions, positions => (isBare ? NONE : positions))
  const root = useRef<HTMLDivElement>(null)
  const lights = useRef<HTMLCanvasElement>(null)
  const probe = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState<Position>({ string: view.tuning.strings.length, fret: view.fretMin })
  const stop = useKept(within(wanted, view), isSamePosition)

  const { tuning, capo, fretMin, fretMax, leftHanded, nutRight, velocityLook, trail, noteNames, scale } = view
  const { strings, begins } = tuning
  const vertical = useVertical(view.orientation)
  const measured = useRoom(probe)
  const room = typeof measured === 'object' ? measured : undefined
  const geometry = useMemo(
    () => neckGeometry({ strings, begins, capo, fretMin, fretMax, leftHanded, nutRight, vertical, room }),
    [strings, begins, capo, fretMin, fretMax, leftHanded, nutRight, vertical, room],
  )
  const layout = useKept(geometry, isSameLayout)

  // Spell the selected chord's notes as in the line below the neck.
  const tones = useStore(useService(NOW), now => (now.what === 'selected' ? now.chord.tones : undefined))
  const spelling = useMemo(() => spelledBy(view.labels, tones ?? []), [view.labels, tones])

  const labelsIn = useCallback(
    (spelling: SpelledScale) =>
      layout.positions.map(({ string, fret }) =>
        labelOf(pitchAt({ strings, begins }, capo, string, fret) ?? 0, spelling),
      ),
    [layout, strings, begins, capo],
  )
  // Show the selected chord's degrees as in the line below the neck.
  const ofChord = useStore(useService(NOW), now =>
    now.what === 'selected' && now.chord.root !== '' ? now.notes : undefined,
  )
  const labels = useMemo(
    () =>
      labelsIn(spelling).map((label, index) => {
        const position = layout.positions[index]
        if (!position || !ofChord || !selected.some(each => isSamePosition(each, position))) return label
        const degree = ofChord.find(({ name }) => name === label.name)?.degree
        return degree ? { ...label, degree, interval: intervalOf(degree) } : label
      }),
    [labelsIn, spelling, layout, ofChord, selected],
  )

  const withDegree = view.showDegrees && scale.tonic !== '' && layout.radius >= TWO_LINE_RADIUS
  const isDrawn = measured !== undefined
  const looks = usePositionLooks({
    positions: layout.positions,
    labels,
    view,
    selected,
    numbersAll: ofChord === undefined,
    isBare,
    tabStop: stop,
  })
  const nodes = useRef<PositionNodes>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the DOM nodes are new when these change
  useLayoutEffect(() => {
    nodes.current = root.current ? new PositionNodes(root.current, layout.radius) : undefined
  }, [layout, withDegree, isDrawn])
  // Runs after the effect above, which replaces the nodes.
  useLayoutEffect(() => nodes.current?.write(looks))

  useLights({
    drawings: root,
    canvas: lights,
    geometry: layout,
    isDrawn,
    spelling,
    labels,
    labelsIn,
    velocityLook,
    trail,
    noteNames,
    showOctave: view.showOctaves,
    showDegree: withDegree,
    showInterval: view.showIntervals,
  })

  useFollowHand(scroller, layout, room !== undefined && geometry.width > room.width, nutRight)

  const use = (position: Position) => (view.selectMode ? selection.toggle(position) : player.play(position))

  const drag = useMemo(() => new DragSelection(selection), [selection])
  const dragged = useRef(false)
  useFingerDrag(root, { drag, active: view.selectMode })
  const onPointerDown = ({ target, button, pointerType }: PointerEvent) => {
    const position = positionOfElement(target)
    dragged.current = false
    if (position && !view.selectMode && button === 0) {
      setWanted(position)
      player.play(position)
    }
    // Touch dragging scrolls the neck, unless it starts with a long press.
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

  const onClick = ({ target, detail }: MouseEvent) => {
    const position = positionOfElement(target)
    if (!position || dragged.current) return
    // Pointer input has already played the note. Assistive technology only sends clicks.
    if (!view.selectMode && detail > 0) return
    setWanted(position)
    use(position)
  }
  const onFocus = ({ target }: FocusEvent) => {
    const position = positionOfElement(target)
    if (position && !isSamePosition(position, stop)) setWanted(position)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const position = positionOfElement(event.target)
    if (!position || event.ctrlKey || event.metaKey || event.altKey) return
    const next = event.shiftKey ? undefined : positionAfterKey(position, event.key, view, vertical)
    if (!next && event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    // The key may also be a command shortcut.
    event.stopPropagation()
    if (!next) {
      if (!event.repeat) use(position)
      return
    }
    setWanted(next)
    root.current?.querySelector<SVGElement>(`[data-neck-position="${next.string}:${next.fret}"]`)?.focus()
  }

  const stringNames = useMemo(
    () => (isAsked ? [] : notesIn(lettersOf({ strings }), noteNames).toReversed()),
    [strings, noteNames, isAsked],
  )
  const description = [
    view.selectMode
      ? t('Use the arrow keys to move and Enter to select.')
      : t('Use the arrow keys to move and Enter to play.'),
    ...(capo > 0 ? [t('Capo on fret {{capo}}.', { capo })] : []),
  ]

  return (
    <>
      {/* Measures the available space without taking any. */}
      <div className={styles.probe}>
        <div ref={probe} data-vertical={vertical || undefined} />
      </div>
      <div ref={scroller} className={styles.scroll}>
        <div
          ref={root}
          className={styles.drawings}
          data-vertical={vertical || undefined}
          style={sizeOf(geometry, room)}
        >
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a drawing */}
          <svg
            className={styles.neck}
            viewBox={`0 0 ${geometry.width} ${geometry.height}`}
            role="group"
            aria-label={t('Guitar neck')}
            aria-description={description.join(' ')}
            onPointerDown={onPointerDown}
            onPointerOver={onPointerOver}
            onPointerUp={onPointerUp}
            onClick={onClick}
            onFocus={onFocus}
            onKeyDown={onKeyDown}
          >
            {/* Drawn below the fret numbers, so that its tint doesn't dim them. */}
            <FretRange geometry={layout} />
            <NeckBoard
              geometry={geometry}
              names={stringNames}
              caption={capo > 0 ? t('Capo {{fret}}', { fret: capo }) : ''}
            />
            {isDrawn && <NeckPositions geometry={layout} withDegree={withDegree} />}
            <NeckSelected geometry={layout} selected={selected} />
            <NeckLayers geometry={layout} />
          </svg>
          {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas without tabindex isn't focusable */}
          <canvas ref={lights} className={styles.lights} aria-hidden="true" />
        </div>
      </div>
    </>
  )
}

export default function BareNeck() {
  const isBare = useStore(useService(BARE_NECK), bare => bare !== undefined)
  return isBare ? <Neck /> : null
}

const TWO_LINE_RADIUS = 11

/** With a measured size, one unit is one pixel. The style sheet's minimum width doesn't apply to paper. */
function sizeOf({ width, vertical }: NeckGeometry, room: NeckRoom | undefined): CSSProperties {
  if (!room || vertical) return { maxWidth: width }
  return width > room.width ? ({ '--least-width': `${width}px` } as CSSProperties) : {}
}

/** Returns the previous value while it equals the new one, to keep references stable. */
function useKept<T>(value: T, isSame: (kept: T, value: T) => boolean): T {
  const kept = useRef(value)
  if (kept.current !== value && !isSame(kept.current, value)) kept.current = value
  return kept.current
}

const MOST_SCROLL_BAR_PX = 20

function useRoom(probe: RefObject<HTMLElement | null>): NeckRoom | 'unlimited' | undefined {
  const [room, setRoom] = useState<NeckRoom | 'unlimited'>()
  useLayoutEffect(() => {
    const element = probe.current
    if (!element) return
    const measure = () => {
      const { width, height } = element.getBoundingClientRect()
      const now = { width: Math.round(width), height: Math.round(height) }
      setRoom(before => (now.width === 0 || now.height === 0 ? 'unlimited' : settled(now, before)))
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [probe])
  return room
}

function settled(now: NeckRoom, before: NeckRoom | 'unlimited' | undefined): NeckRoom {
  if (typeof before !== 'object') return now
  const isSame = now.height === before.height && now.width === before.width
  const hasLostScrollBar = now.width > before.width && now.width - before.width < MOST_SCROLL_BAR_PX
  return isSame || (hasLostScrollBar && now.height === before.height) ? before : now
}

interface Shown {
  readonly positions: NeckGeometry['positions']
  readonly labels: readonly NeckLabel[]
  readonly view: NeckView
  readonly selected: readonly Position[]
  /** If false, only selected positions show degrees. Chord and scale degrees shouldn't be mixed. */
  readonly numbersAll: boolean
  /** Omits spoken note names, which would give away the answer to the page's question. */
  readonly isBare: boolean
  readonly tabStop: Position
}

function usePositionLooks({
  positions,
  labels,
  view,
  selected,
  numbersAll,
  isBare,
  tabStop,
}: Shown): readonly PositionLook[] {
  const spoken = useSpokenPosition(view.noteNames, isBare)
  return useMemo(() => {
    const selectedKeys = new Set(selected.map(keyOf))
    const inPosition = view.position && new Set(view.position.positions.map(keyOf))
    const tabKey = keyOf(tabStop)
    return positions.map((position, index) => {
      const label = labels[index] ?? NO_LABEL
      const { name, octave, degree, interval, inScale } = label
      const key = keyOf(position)
      const isSelected = selectedKeys.has(key)
      return {
        name: `${shownNote(name, view.noteNames)}${view.showOctaves ? octave : ''}`,
        below: !numbersAll && !isSelected ? '' : view.showIntervals ? interval : withSigns(degree),
        degree,
        color: degreeNumberOf(degree),
        inScale,
        shown: view.showAllNotes || (inScale && (inPosition?.has(key) ?? true)),
        selected: isSelected,
        pressed: view.selectMode ? isSelected : undefined,
        tabStop: tabKey === key,
        spoken: spoken(position, label),
      }
    })
  }, [positions, labels, view, selected, numbersAll, tabStop, spoken])
}

function keyOf({ string, fret }: Position): number {
  return string * (MAX_FRET + 1) + fret
}

const NO_LABEL: NeckLabel = { name: '', octave: 0, degree: '', interval: '', inScale: false }

const DEGREE_WORDS: Readonly<Record<string, string>> = phrases({
  '1': 'root',
  b2: 'flat second',
  '2': 'second',
  '#2': 'sharp second',
  b3: 'flat third',
  '3': 'third',
  '4': 'fourth',
  '#4': 'sharp fourth',
  b5: 'flat fifth',
  '5': 'fifth',
  '#5': 'sharp fifth',
  b6: 'flat sixth',
  '6': 'sixth',
  b7: 'flat seventh',
  '7': 'seventh',
})

/** Placeholder characters. Each message is translated once and filled in for each position. */
const GAPS = { string: '\ue001', fret: '\ue002', note: '\ue003', degree: '\ue004' } as const

type Speak = (position: Position, label: NeckLabel) => string

function useSpokenPosition(names: NoteNames, isBare: boolean): Speak {
  const text = useText()
  return useMemo(() => speaker(text, names, isBare), [text, names, isBare])
}

function speaker({ t, tm }: Text, names: NoteNames, isBare: boolean): Speak {
  const { string, fret, note, degree } = GAPS
  const inParts = (sentence: string) => sentence.split(/([\ue001-\ue004])/)
  const sentences = {
    bare: {
      open: inParts(t('String {{string}}, open', { string })),
      pressed: inParts(t('String {{string}}, fret {{fret}}', { string, fret })),
    },
    plain: {
      open: inParts(t('String {{string}}, open, {{note}}', { string, note })),
      pressed: inParts(t('String {{string}}, fret {{fret}}, {{note}}', { string, fret, note })),
    },
    degree: {
      open: inParts(t('String {{string}}, open, {{note}}, {{degree}}', { string, note, degree })),
      pressed: inParts(t('String {{string}}, fret {{fret}}, {{note}}, {{degree}}', GAPS)),
    },
  }
  const words = new Map(Object.entries(DEGREE_WORDS).map(([sign, word]) => [sign, tm('fretboard', word)]))
  const fill = (sentence: readonly string[], values: Readonly<Record<string, string>>) =>
    sentence.map(part => values[part] ?? part).join('')
  return ({ string: row, fret: column }, { name, octave, degree: sign }) =>
    fill(sentences[isBare ? 'bare' : sign === '' ? 'plain' : 'degree'][column === 0 ? 'open' : 'pressed'], {
      [string]: String(row),
      [fret]: String(column),
      [note]: `${shownNote(name, names)}${octave}`,
      [degree]: words.get(sign) ?? withSigns(sign),
    })
}
