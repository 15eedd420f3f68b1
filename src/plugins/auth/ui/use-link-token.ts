/** Reads the token of an email link from the URL fragment, which never reaches a server or a log. */
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

const TOKEN = /^[A-Za-z0-9_-]{43}$/

export function useLinkToken<Outcome>() {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const given = new URLSearchParams(hash.slice(1)).get('token')
  const [settled, setSettled] = useState<{ readonly token: string; readonly outcome: Outcome }>()
  const token = given ?? ''
  /** `missing`: opened without a token. `broken`: the link is incomplete. */
  const state = given === null ? 'missing' : TOKEN.test(given) ? 'complete' : 'broken'
  /** Undefined if another link was opened in the same tab. */
  const outcome = given === null || given === settled?.token ? settled?.outcome : undefined
  const settle = (result: Outcome) => {
    setSettled({ token, outcome: result })
    void navigate(pathname + search, { replace: true })
  }
  return { state, token, outcome, settle }
}
