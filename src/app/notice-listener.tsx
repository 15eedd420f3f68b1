/** Brings the part that shows notices when there is one to show; once somebody is logged in, it is fetched ahead. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { useKernel } from '../core/react/kernel-context.js'
import { ScreenBoundary } from '../core/react/plugin-screen.js'
import { useStore } from '../core/react/use-store.js'

const load = () => import('./toasts.js')
const Toasts = lazy(load)

export function NoticeListener() {
  const { auth, log, notices } = useKernel()
  const [needed, setNeeded] = useState(false)
  const loggedIn = useStore(auth.state, state => state.status === 'loggedIn')

  useEffect(() => {
    const waiting = notices.whenUnseen(() => setNeeded(true))
    return () => waiting.dispose()
  }, [notices])

  useEffect(() => {
    // A notice that the connection is gone must not need the connection.
    if (loggedIn) load().catch(error => log.warn('Notices cannot be shown yet', error))
  }, [loggedIn, log])

  if (!needed) return null
  return (
    <ScreenBoundary renderError={() => null}>
      <Suspense>
        <Toasts />
      </Suspense>
    </ScreenBoundary>
  )
}
