/** What a provider answered, where the log-in page was opened with it. */
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { ErrorSentence } from '../../../core/http/error-sentences.js'
import { loginPath } from '../../../core/kernel/return-path.js'
import { useKernel } from '../../../core/react/kernel-context.js'

export interface RefusedSignIn {
  readonly source: string
  readonly said: ErrorSentence
}

/** A provider's answer has one of these, whoever made the address. */
const PARTS_OF_AN_ANSWER = ['code', 'state', 'error'] as const

export function useProviderAnswer(): { arriving: boolean; refusal?: RefusedSignIn | undefined } {
  const { auth, tenant, log, platform } = useKernel()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  // As the page was opened: the address loses it at once.
  const [answer] = useState(() =>
    PARTS_OF_AN_ANSWER.some(name => query.has(name)) ? new URLSearchParams(query) : undefined,
  )
  const [arriving, setArriving] = useState(answer !== undefined)
  const [refusal, setRefusal] = useState<RefusedSignIn>()
  const taken = useRef(false)

  useEffect(() => {
    if (!answer || taken.current) return
    taken.current = true
    const goTo = (path: string) => void navigate(path, { replace: true })
    goTo('/login')
    const parts = { auth, tenant, log, storage: platform.storage }
    const finish = async () => {
      const { finishSignIn } = await import('./finish-sign-in.js')
      return finishSignIn(parts, answer, returnTo => goTo(loginPath(returnTo)))
    }
    finish()
      .catch(async error => {
        const { sentenceFor } = await import('../../../core/http/error-sentences.js')
        return { source: 'core', said: sentenceFor(error) }
      })
      .then(setRefusal)
      .finally(() => setArriving(false))
  }, [answer, navigate, auth, tenant, log, platform])

  return { arriving, refusal }
}
