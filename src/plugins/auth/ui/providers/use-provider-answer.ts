/** What a provider answered, where the log-in page was opened with it. */
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { sentenceFor } from '../../../../core/http/error-sentences.js'
import { loginPath } from '../../../../core/kernel/host/return-path.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import type { ProviderAnswer } from '../../provider-answer.js'

/** A provider's answer has one of these, whoever made the address. */
const PARTS_OF_AN_ANSWER = ['code', 'state', 'error'] as const

export function useProviderAnswer(): ProviderAnswer & { arriving: boolean } {
  const { auth, tenant, log, platform } = useKernel()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  // As the page was opened: the address loses it at once.
  const [given] = useState(() =>
    PARTS_OF_AN_ANSWER.some(name => query.has(name)) ? new URLSearchParams(query) : undefined,
  )
  const [answer, setAnswer] = useState<ProviderAnswer>()
  const taken = useRef(false)

  useEffect(() => {
    if (!given || taken.current) return
    taken.current = true
    const goTo = (path: string) => void navigate(path, { replace: true })
    goTo('/login')
    const parts = { auth, tenant, log, storage: platform.storage }
    const finish = async () => {
      const { finishSignIn } = await import('./finish-sign-in.js')
      return finishSignIn(parts, given, returnTo => goTo(loginPath(returnTo)))
    }
    finish()
      .catch(error => ({ refusal: { source: 'core', said: sentenceFor(error) } }))
      .then(setAnswer)
  }, [given, navigate, auth, tenant, log, platform])

  return { ...answer, arriving: given !== undefined && answer === undefined }
}
