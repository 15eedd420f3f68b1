/**
 * The frame around every screen. It stands on the log-in page too, where Mantine's AppShell would weigh seven
 * kilobytes more for sizes and modes that nobody asks for.
 */
import { type ReactNode, useEffect, useState } from 'react'
import { useKernel } from '../../core/react/kernel-context.js'
import classes from './shell.module.css'

/** So long after the last change of the window's size, in ms, what opens and closes glides again. */
const SETTLED_MS = 200

interface ShellProps {
  /** Whether the navigation stands beside the page, where the window is wide enough. */
  readonly left: boolean
  /** The same for the drawers. */
  readonly right: boolean
  readonly children: ReactNode
}

export function Shell({ left, right, children }: ShellProps) {
  const resizing = useResizing()
  return (
    <div
      className={classes.shell}
      data-left={left || undefined}
      data-right={right || undefined}
      data-resizing={resizing || undefined}
    >
      {children}
    </div>
  )
}

/** True at first, and while the window changes its size: then everything is at its new place at once. */
function useResizing(): boolean {
  const { clock } = useKernel().platform
  const [resizing, setResizing] = useState(true)

  useEffect(() => {
    const settle = () => clock.after(SETTLED_MS, () => setResizing(false))
    let settling = settle()
    const heard = () => {
      settling.dispose()
      setResizing(true)
      settling = settle()
    }
    window.addEventListener('resize', heard)
    return () => {
      settling.dispose()
      window.removeEventListener('resize', heard)
    }
  }, [clock])

  return resizing
}
