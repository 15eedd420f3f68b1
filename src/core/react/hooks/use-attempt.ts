import { useState } from 'react'
import type { RefusalWords } from '../../http/error-sentences.js'
import { codeOf } from '../../platform/fretwork-error.js'
import { useKernel } from '../kernel-context.js'

export function useAttempt(words: RefusalWords) {
  const { notices } = useKernel()
  const [busy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      notices.post({ kind: 'error', code: codeOf(error), ...words(error) })
    } finally {
      setBusy(false)
    }
  }
  return { busy, attempt }
}
