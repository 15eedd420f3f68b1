import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useDrag } from '../../../core/react/hooks/use-drag.js'
import { useService } from '../../../core/react/kernel-context.js'
import { SONG_FINGERING, SONG_SESSION } from '../../player/tokens.js'
import type { TabTime } from '../tablature/tab-time.js'
import { TABLATURE } from '../tablature/tablature.js'
import { type DraggedNote, ROW_HEIGHT } from './lane-bars.js'
import type { LaneMotion } from './use-lane-motion.js'

const CLICK_TOLERANCE_PX = 4
/** Padding before a bar's first beat, in pixels; must match the style sheet. */
const BEFORE_BEAT = 12

interface Press {
  readonly x: number
  readonly y: number
  readonly note: number | undefined
  /** Vertical movement drags a note, horizontal movement scrolls. */
  does: 'nothing' | 'drags' | 'scrolls'
  lastX: number
}

export function useLanePointer(
  view: React.RefObject<HTMLDivElement | null>,
  time: TabTime,
  motion: LaneMotion,
) {
  const tablature = useService(TABLATURE)
  const fingering = useService(SONG_FINGERING)
  const session = useService(SONG_SESSION)
  const goToBar = useCommand('player.go-to-bar')
  const putOn = useCommand('tablature.put-on')
  const press = useRef<Press>(undefined)
  const [scrolling, setScrolling] = useState(false)
  const released = () => {
    press.current = undefined
    setScrolling(false)
  }
  const drag = useDrag<DraggedNote>(released)

  // Not passive, to prevent back navigation at the edge.
  const scroll = useRef(motion.scroll)
  scroll.current = motion.scroll
  useEffect(() => {
    const element = view.current
    const onWheel = (event: WheelEvent) => {
      const by = event.deltaX !== 0 ? event.deltaX : event.shiftKey ? event.deltaY : 0
      if (by === 0 || event.ctrlKey) return
      event.preventDefault()
      scroll.current(by)
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [view])

  const ended = () => {
    drag.set(undefined)
    released()
  }

  const dragNote = (index: number, by: number) => {
    const from = fingering.positionOf(index)
    if (!from) return
    const string = from.string + Math.round(by / ROW_HEIGHT)
    const position = tablature.positionsFor(index).find(each => each.string === string)
    drag.set(position && string !== from.string ? { index, position } : undefined)
  }

  return {
    dragged: drag.shown,
    scrolling,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLDivElement>) {
        if (event.button !== 0) return
        const { clientX: x, clientY: y, target } = event
        const id = target instanceof HTMLElement ? target.dataset.note : undefined
        const note = id === undefined ? undefined : Number(id)
        press.current = { x, y, lastX: x, note, does: 'nothing' }
        if (note !== undefined) tablature.choose(note)
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove(event: PointerEvent<HTMLDivElement>) {
        const now = press.current
        if (!now) return
        const [right, down] = [event.clientX - now.x, event.clientY - now.y]
        if (now.does === 'nothing' && Math.hypot(right, down) > CLICK_TOLERANCE_PX)
          now.does = now.note !== undefined && Math.abs(down) > Math.abs(right) ? 'drags' : 'scrolls'
        if (now.does === 'nothing') return
        if (now.does === 'drags' && now.note !== undefined) dragNote(now.note, down)
        else {
          setScrolling(true)
          motion.scroll(now.lastX - event.clientX)
        }
        now.lastX = event.clientX
      },
      onPointerUp(event: PointerEvent<HTMLDivElement>) {
        const now = press.current
        if (now?.does === 'nothing' && now.note === undefined)
          goToBar.run({ bar: time.barAt(motion.quarterAt(event.clientX + BEFORE_BEAT)) + 1 })
        const dragged = drag.now()
        if (dragged && session.view.getState().song) {
          tablature.choose(dragged.index)
          putOn.run({ string: dragged.position.string })
        }
        ended()
      },
      onPointerCancel: ended,
    },
  }
}
