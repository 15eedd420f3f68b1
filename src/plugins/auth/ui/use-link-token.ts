/** The token of a link in a mail: in the fragment, which no server and no log ever sees. */
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** As the server makes them: 256 bits as base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

export interface LinkToken<Outcome> {
  /** `missing`: the page was opened without one. `broken`: the link is not whole. */
  readonly state: 'whole' | 'missing' | 'broken'
  readonly token: string
  /** What came of it; nothing yet of another link that was opened in the same tab. */
  readonly outcome: Outcome | undefined
  /** Keeps what came of a token that was used, and takes it out of the address. */
  settle(outcome: Outcome): void
}

export function useLinkToken<Outcome>(): LinkToken<Outcome> {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const given = new URLSearchParams(hash.slice(1)).get('token')
  const [settled, setSettled] = useState<{ readonly token: string; readonly outcome: Outcome }>()
  const token = given ?? ''
  const state = given === null ? 'missing' : TOKEN.test(given) ? 'whole' : 'broken'
  const outcome = given === null || given === settled?.token ? settled?.outcome : undefined
  const settle = (came: Outcome) => {
    setSettled({ token, outcome: came })
    void navigate(pathname + search, { replace: true })
  }
  return { state, token, outcome, settle }
}
