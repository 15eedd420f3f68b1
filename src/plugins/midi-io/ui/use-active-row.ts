/** The one row of the log that can be copied: under the pointer, or reached by the arrow keys. */
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'

export interface ActiveRow {
  readonly event: MidiEvent
  readonly by: 'pointer' | 'keys'
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * @param events as they stand, the first on top
 * @param box keeps the focus when the row that has it leaves the log
 */
export function useActiveRow(
  events: readonly MidiEvent[],
  box: RefObject<HTMLElement | null>,
  onCopy: (event: MidiEvent) => void,
) {
  const [active, setActive] = useState<ActiveRow>()
  const place = active ? events.indexOf(active.event) : -1
  const gone = active !== undefined && place < 0

  useEffect(() => {
    if (!gone) return
    if (active?.by === 'keys' && document.activeElement === document.body) box.current?.focus()
    setActive(undefined)
  }, [gone, active, box])

  return {
    active,
    /** Of the row; -1 without one. */
    place,
    point: (event: MidiEvent | undefined) => {
      // A pointer that only rests there does not take the focus away from a row.
      if (active?.by === 'keys' && box.current?.contains(document.activeElement)) return
      if (active?.event !== event) setActive(event && { event, by: 'pointer' })
    },
    /** The focus has gone somewhere: with it, when it left the box, the row. */
    left: ({ relatedTarget, currentTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) setActive(undefined)
    },
    onKeyDown: (press: KeyboardEvent) => {
      const step = STEPS[press.key]
      if (step !== undefined && !press.ctrlKey && !press.metaKey && !press.altKey) {
        const event = events[Math.max(0, place + step)] ?? events.at(-1)
        if (!event) return
        press.preventDefault()
        setActive({ event, by: 'keys' })
      } else if (press.key === 'c' && (press.ctrlKey || press.metaKey) && active && nothingMarked()) {
        press.preventDefault()
        onCopy(active.event)
      }
    },
  }
}

/** Selected text is what the user wants to copy. */
function nothingMarked(): boolean {
  return getSelection()?.isCollapsed ?? true
}
