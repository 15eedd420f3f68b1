/** Writes to the page directly: React never renders for a note. */
import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { useService } from '../../../core/react/kernel-context.js'
import { LAYERS } from '../internal-tokens.js'
import type { TablatureLayer } from '../tokens.js'

export function useNoteLooks(track: RefObject<HTMLElement | null>): void {
  const { items } = useService(LAYERS)
  useLayoutEffect(() => drawAll(track.current, items.getState()))
  useEffect(() => {
    let following: readonly (() => void)[] = []
    const stop = () => {
      for (const end of following) end()
    }
    const follow = () => {
      stop()
      const layers = items.getState()
      following = layers.map(({ looks }) => looks.subscribe(() => drawAll(track.current, layers)))
      drawAll(track.current, layers)
    }
    follow()
    const end = items.subscribe(follow)
    return () => {
      end()
      stop()
    }
  }, [items, track])
}

function drawAll(track: HTMLElement | null, layers: readonly TablatureLayer[]): void {
  for (const note of track?.querySelectorAll<HTMLElement>('[data-note]') ?? []) {
    const index = Number(note.dataset.note)
    const look = layers.map(({ looks }) => looks.getState().get(index)).findLast(each => each !== undefined)
    if (look === undefined) delete note.dataset.look
    else if (note.dataset.look !== look) note.dataset.look = look
  }
}
