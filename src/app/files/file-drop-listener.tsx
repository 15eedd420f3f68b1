/** Takes files that are dropped anywhere, and brings what says so once the first one hovers over the window. */
import { type ComponentType, useEffect, useState } from 'react'
import { useKernel } from '../../core/react/kernel-context.js'
import { ScreenBoundary } from '../../core/react/plugin-screen.js'
import { type Hovering, takeFileDrops } from './file-drops.js'

type Shown = ComponentType<{ readonly hovering: Hovering }>

export function FileDropListener() {
  const kernel = useKernel()
  const [hovering, setHovering] = useState<Hovering>()
  const [shown, setShown] = useState<{ readonly Overlay: Shown }>()

  useEffect(() => {
    const drops = takeFileDrops(kernel)
    const stop = drops.hovering.subscribe(setHovering)
    return () => {
      stop()
      drops.dispose()
    }
  }, [kernel])

  const isWanted = hovering !== undefined
  useEffect(() => {
    if (!isWanted || shown) return
    import('./drop-overlay.js').then(
      module => setShown({ Overlay: module.default }),
      // The file is taken without it; the next one asks again.
      error => kernel.log.warn('The hint for a dropped file cannot be shown', error),
    )
  }, [isWanted, shown, kernel])

  if (!shown || hovering === undefined) return null
  return (
    <ScreenBoundary renderError={() => null}>
      <shown.Overlay hovering={hovering} />
    </ScreenBoundary>
  )
}
