import { type RefObject, useEffect, useLayoutEffect } from 'react'
import type { Disposable } from '../../../../core/platform/store.js'
import { useService } from '../../../../core/react/kernel-context.js'
import type { NeckGeometry } from '../../neck/neck-geometry.js'
import { NECK, type NeckModel } from '../../tokens.js'

const MARGIN = 28 // notes closer to an edge than this count as out of sight, in pixels

type Scrolled = Pick<HTMLElement, 'scrollLeft' | 'clientWidth' | 'scrollTo'>

/** @param positions in pixels from the left of the neck @param frame lets the notes of a chord scroll once */
export function followHand(
  model: Pick<NeckModel, 'at' | 'onPositions'>,
  element: Scrolled,
  positions: NeckGeometry['positions'],
  frame: (draw: () => void) => unknown,
): Disposable {
  const centers = new Map(positions.map(({ string, fret, x }) => [`${string}:${fret}`, x]))
  let played: number[] = []
  let open: number[] = []
  /** Where the hand was, while it plays open strings only. */
  let hand: readonly number[] = []
  const scroll = () => {
    if (played.length > 0) hand = played
    const { scrollLeft, clientWidth } = element
    const all = [...hand, ...open]
    const isWithinReach = Math.max(...all) - Math.min(...all) < clientWidth - MARGIN
    const shown = open.length > 0 && isWithinReach ? all : played
    played = []
    open = []
    if (shown.length === 0) return
    const [first, last] = [Math.min(...shown), Math.max(...shown)]
    const isInSight = first >= scrollLeft + MARGIN && last <= scrollLeft + clientWidth - MARGIN
    // A note that is shown at all its positions says nothing about the hand.
    if (!isInSight && last - first < clientWidth) {
      element.scrollTo({ left: Math.max(0, (first + last - clientWidth) / 2), behavior: behavior() })
    }
  }
  return model.onPositions(changed => {
    const waits = played.length + open.length > 0
    for (const position of changed) {
      if (model.at(position)?.held !== true) continue
      const center = centers.get(`${position.string}:${position.fret}`)
      if (center !== undefined) (position.fret === 0 ? open : played).push(center)
    }
    if (!waits && played.length + open.length > 0) frame(scroll)
  })
}

function behavior(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
}

/** A neck that is longer than its column begins at the nut and scrolls to where the hand plays. */
export function useFollowHand(
  element: RefObject<HTMLElement | null>,
  geometry: NeckGeometry,
  scrolls: boolean,
  nutRight: boolean,
): void {
  const model = useService(NECK)
  // Before the first paint, so that the neck doesn't jump.
  useLayoutEffect(() => {
    if (!scrolls || geometry.vertical || !element.current) return
    element.current.scrollLeft = nutRight ? element.current.scrollWidth : 0
  }, [element, geometry.vertical, scrolls, nutRight])
  useEffect(() => {
    if (!scrolls || geometry.vertical || !element.current) return
    const following = followHand(model, element.current, geometry.positions, requestAnimationFrame)
    return () => following.dispose()
  }, [model, element, geometry, scrolls])
}
