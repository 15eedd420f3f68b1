import { type RefObject, useEffect, useLayoutEffect } from 'react'
import type { Disposable } from '../../../../core/platform/store.js'
import { useService } from '../../../../core/react/kernel-context.js'
import type { NeckGeometry } from '../../neck/neck-geometry.js'
import { NECK, type NeckModel } from '../../tokens.js'

const MARGIN = 28 // pixels; notes closer to an edge count as out of sight

type Scrolled = Pick<HTMLElement, 'scrollLeft' | 'clientWidth' | 'scrollTo'>

/**
 * @param positions in pixels from the left edge of the neck
 * @param frame batches the notes of a chord into one scroll
 */
export function followHand(
  model: Pick<NeckModel, 'at' | 'onPositions'>,
  element: Scrolled,
  positions: NeckGeometry['positions'],
  frame: (draw: () => void) => unknown,
): Disposable {
  const centers = new Map(positions.map(({ string, fret, x }) => [`${string}:${fret}`, x]))
  let played: number[] = []
  let open: number[] = []
  /** Last hand position, used while only open strings are played. */
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
    // A note shown at several distant positions doesn't reveal the hand position.
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

/** Keeps the hand in view on a neck that is wider than its column. */
export function useFollowHand(
  element: RefObject<HTMLElement | null>,
  geometry: NeckGeometry,
  scrolls: boolean,
  nutRight: boolean,
): void {
  const model = useService(NECK)
  // Runs before the first paint, so that the neck doesn't jump.
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
