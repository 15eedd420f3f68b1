/** The token of a link in a mail: in the fragment, which no server and no log ever sees. */
import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** As the server makes them: 256 bits as base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

export interface LinkToken {
  /** `missing`: the page was opened without one. `broken`: the link is not whole. */
  readonly state: 'whole' | 'missing' | 'broken'
  readonly token: string
  /** Takes a token that was used out of the address. */
  forget(): void
}

export function useLinkToken(): LinkToken {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const given = new URLSearchParams(hash.slice(1)).get('token')
  const forget = useCallback(
    () => void navigate(pathname + search, { replace: true }),
    [navigate, pathname, search],
  )
  const state = given === null ? 'missing' : TOKEN.test(given) ? 'whole' : 'broken'
  return { state, token: given ?? '', forget }
}
