/** Loads the part that shows notices with the first notice, or ahead of it after log-in. */
import { type ComponentType, useEffect, useState } from 'react'
import { useStore } from '../../core/react/hooks/use-store.js'
import { useKernel } from '../../core/react/kernel-context.js'
import { ScreenBoundary } from '../../core/react/plugin-screen.js'

const load = () => import('./toasts.js')

export function NoticeListener() {
  const { auth, log, notices } = useKernel()
  const [shown, setShown] = useState<{ readonly Toasts: ComponentType }>()
  const loggedIn = useStore(auth.state, state => state.status === 'loggedIn')

  useEffect(() => {
    // Not `lazy`, which remembers a failure for ever: each further notice asks again, and brings those before it.
    const bring = () =>
      load().then(
        module => setShown({ Toasts: module.default }),
        error => log.warn('Notices cannot be shown yet', error),
      )
    const waiting = notices.whenUnseen(() => void bring())
    return () => waiting.dispose()
  }, [notices, log])

  useEffect(() => {
    // A notice that the connection is gone must not need the connection.
    if (loggedIn) load().catch(error => log.warn('Notices cannot be shown yet', error))
  }, [loggedIn, log])

  if (!shown) return null
  return (
    <ScreenBoundary renderError={() => null}>
      <shown.Toasts />
    </ScreenBoundary>
  )
}
