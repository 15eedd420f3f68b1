/** What is shown and what sounds, in words: for screen readers, where the neck says it by its picture. */
import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useService } from '../../../core/react/kernel-context.js'
import { useStore } from '../../../core/react/use-store.js'
import { useText } from '../../../core/react/use-text.js'
import { summaryOf, summaryOfNow } from '../neck-summary.js'
import { summaryWords } from '../summary-words.js'
import { NECK_VIEW, NOW, TUNING_LIST } from '../tokens.js'

/** What sounds is said once it rests: a melody read out note by note would never come to its end. */
const REST_MS = 1000

export function NeckSummaryText() {
  const { t, tm } = useText()
  const view = useStore(useService(NECK_VIEW))
  const tunings = useStore(useService(TUNING_LIST))
  const now = useStore(useService(NOW))
  const words = summaryWords(view, tunings, tm)
  const sounding = summaryOfNow(now, words)
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSaid(now.what === 'nothing' ? '' : sounding), REST_MS)
    return () => clearTimeout(timer)
  }, [now, sounding])
  return (
    <VisuallyHidden component="section" aria-label={t('The neck in words')}>
      <p>{summaryOf(view, words).join(' ')}</p>
      <p>{sounding}</p>
      <p role="status">{said}</p>
    </VisuallyHidden>
  )
}
