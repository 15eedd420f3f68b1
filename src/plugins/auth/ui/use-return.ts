/** Where a log-in leads, kept in the address on the way through these screens. */
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { RETURN_PARAMETER, safeReturnPath } from '../../../core/kernel/return-path.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { useStore } from '../../../core/react/use-store.js'

/** Where a log-in leads that nobody asked for from elsewhere. */
const HOME = '/fretboard'

export function useReturn() {
  const { host } = useKernel()
  const [query] = useSearchParams()
  const wanted = query.get(RETURN_PARAMETER)
  return {
    /** As the address says it: not checked, for passing on only. */
    wanted: wanted ?? undefined,
    destination: safeReturnPath(wanted, host.manifests) ?? HOME,
    /** Another of these screens, which knows the way back as well. */
    keeping: (path: string) =>
      wanted === null ? path : `${path}?${RETURN_PARAMETER}=${encodeURIComponent(wanted)}`,
  }
}

/** Leads whoever is logged in, or becomes it, to where they wanted to go. */
export function useOnward(): void {
  const { auth } = useKernel()
  const { destination } = useReturn()
  const navigate = useNavigate()
  const loggedIn = useStore(auth.state, state => state.status === 'loggedIn')
  useEffect(() => {
    if (loggedIn) void navigate(destination, { replace: true })
  }, [loggedIn, navigate, destination])
}
