/** Where a log-in leads, kept in the address on the way through these screens. */
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { RETURN_PARAMETER, safeReturnPath } from '../../../core/kernel/host/return-path.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useKernel } from '../../../core/react/kernel-context.js'

/** Where a log-in leads that nobody asked for from elsewhere. */
const HOME = '/fretboard'

export function useReturn() {
  const [query] = useSearchParams()
  const wanted = query.get(RETURN_PARAMETER)
  return {
    /** As the address says it: not checked, for passing on only. */
    wanted: wanted ?? undefined,
    /** Another of these screens, which knows the way back as well. */
    keeping: (path: string) =>
      wanted === null ? path : `${path}?${RETURN_PARAMETER}=${encodeURIComponent(wanted)}`,
  }
}

interface Onward {
  /** Not yet: something is still to be found out. */
  readonly waits?: boolean
  /** What counts instead of the address. */
  readonly returnTo?: string | undefined
}

/** Leads whoever is logged in, or becomes it, to where they wanted to go. */
export function useOnward({ waits = false, returnTo }: Onward = {}): void {
  const { auth, host } = useKernel()
  const { wanted } = useReturn()
  // An address can be written by anybody, and so can what a tab has kept.
  const destination = safeReturnPath(returnTo ?? wanted ?? null, host.manifests) ?? HOME
  const navigate = useNavigate()
  const loggedIn = useStore(auth.state, state => state.status === 'loggedIn')
  useEffect(() => {
    if (loggedIn && !waits) void navigate(destination, { replace: true })
  }, [loggedIn, waits, navigate, destination])
}
