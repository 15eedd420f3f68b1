/** Leads to the part of a page that the address names in its fragment, once it is there. */
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { fragmentOf } from './fragment.js'

/** @param ready whether the parts are on the page */
export function useLinkedPart(ready: boolean): void {
  const { hash, key } = useLocation()
  const target = fragmentOf(hash)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again leads there again
  useEffect(() => {
    if (!ready || target === '') return
    // After the layout, which begins every page at its top.
    const frame = requestAnimationFrame(() => {
      const part = document.getElementById(target)
      part?.scrollIntoView({ block: 'start' })
      part?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [ready, target, key])
}
