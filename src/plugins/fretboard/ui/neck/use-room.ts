import { type RefObject, useLayoutEffect, useState } from 'react'
import type { NeckRoom } from '../../neck/neck-sizes.js'

/** A scroll bar that comes and goes with the neck's height must not change the height again. */
const SCROLL_BAR = 20

export function useRoom(probe: RefObject<HTMLElement | null>): NeckRoom | 'unlimited' | undefined {
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
  const hasLostScrollBar = now.width > before.width && now.width - before.width < SCROLL_BAR
  return isSame || (hasLostScrollBar && now.height === before.height) ? before : now
}
