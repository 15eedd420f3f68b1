import { type RefObject, useEffect } from 'react'
import { useService } from '../../../core/react/kernel-context.js'
import { SONG_FINGERING } from '../../player/tokens.js'
import type { DrawnHead } from '../../score-files/tokens.js'
import type { ScorePlace } from '../notation/score-place.js'
import { NOTE_LOOKS, type NoteLook } from '../tokens.js'
import classes from './notation.module.css'

/** Updates the DOM directly to avoid a React render per note. */
export function useNoteMarks(marks: RefObject<HTMLElement | null>, place: ScorePlace): void {
  const looks = useService(NOTE_LOOKS)
  const fingering = useService(SONG_FINGERING)
  useEffect(() => {
    const drawn = new Map<number, readonly HTMLElement[]>()
    const draw = (now: ReadonlyMap<number, NoteLook>) => {
      const { notes } = fingering.view.getState()
      for (const [index, elements] of drawn) {
        if (now.has(index)) continue
        for (const element of elements) element.remove()
        drawn.delete(index)
      }
      for (const [index, look] of now) {
        const note = notes[index]
        if (!note) continue
        const elements =
          drawn.get(index) ??
          place.headsOf({ ...note, string: fingering.positionOf(index)?.string }).map(markOver)
        for (const element of elements) element.dataset.look = look
        if (!drawn.has(index)) marks.current?.append(...elements)
        drawn.set(index, elements)
      }
    }
    draw(looks.getState())
    const end = looks.subscribe(draw)
    return () => {
      end()
      draw(new Map())
    }
  }, [looks, fingering, place, marks])
}

const AROUND = 2

function markOver({ x, y, width, height }: DrawnHead): HTMLElement {
  const mark = document.createElement('i')
  mark.className = classes.verdict ?? ''
  const box = { left: x - AROUND, top: y - AROUND, width: width + 2 * AROUND, height: height + 2 * AROUND }
  for (const [name, pixels] of Object.entries(box)) mark.style.setProperty(name, `${pixels}px`)
  return mark
}
