/** Handles a provider's answer when the login page was opened by its redirect. */
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { sentenceFor } from '../../../../core/http/error-sentences.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { loginPath } from '../../../../core/react/return-path.js'
import type { LoginOutcome } from './provider-redirect.js'

/** Every answer has at least one of these. */
const ANSWER_PARAMETERS = ['code', 'state', 'error'] as const

export function useProviderAnswer(): LoginOutcome & { pending: boolean } {
  const { auth, tenant, log, platform } = useKernel()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  // The parameters the page was opened with: they are removed from the address at once.
  const [answer] = useState(() =>
    ANSWER_PARAMETERS.some(name => query.has(name)) ? new URLSearchParams(query) : undefined,
  )
  const [outcome, setOutcome] = useState<LoginOutcome>()
  const taken = useRef(false)

  useEffect(() => {
    if (!answer || taken.current) return
    taken.current = true
    const goTo = (path: string) => void navigate(path, { replace: true })
    goTo('/login')
    const parts = { auth, tenant, log, storage: platform.storage }
    const finish = async () => {
      const { finishSignIn } = await import('./provider-redirect.js')
      return finishSignIn(parts, answer, returnTo => goTo(loginPath(returnTo)))
    }
    finish()
      .catch(error => ({ refusal: { source: 'core', text: sentenceFor(error) } }))
      .then(setOutcome)
  }, [answer, navigate, auth, tenant, log, platform])

  return { ...outcome, pending: answer !== undefined && outcome === undefined }
}
