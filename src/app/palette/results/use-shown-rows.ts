/** Of a long list, the rows down to where somebody has scrolled: a letter draws a screenful, not hundreds. */
import { type UIEvent, useState } from 'react'
import { ROW_HEIGHT } from './row-moves.js'

/** A screenful and a little: what is drawn at once. */
const AT_ONCE = 12

/** @param question what the list answers: another one is shown from its beginning */
export function useShownRows(length: number, active: number, question: string) {
  const [reached, setReached] = useState({ question, count: AT_ONCE })
  const scrolled = reached.question === question ? reached.count : AT_ONCE
  const count = Math.min(length, Math.max(scrolled, active + AT_ONCE))

  const onScroll = ({ currentTarget: { scrollTop, clientHeight } }: UIEvent) => {
    // As if every row were as low as can be, and one beyond what is seen.
    const needed = Math.ceil((scrollTop + clientHeight) / ROW_HEIGHT) + 1
    if (needed > count && count < length) setReached({ question, count: needed + AT_ONCE })
  }
  return { count, rest: (length - count) * ROW_HEIGHT, onScroll }
}
