import { useEffect } from 'react'
import { usePrinting } from '../../../core/react/hooks/use-printing.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { summaryOf, summaryWords } from '../neck/neck-summary.js'
import { NECK_VIEW, TUNING_LIST } from '../tokens.js'

export function PaperTitle() {
  return usePrinting() ? <Title /> : null
}

function Title() {
  const { t, tm } = useText()
  const view = useStore(useService(NECK_VIEW))
  const words = summaryWords(view, useStore(useService(TUNING_LIST)), tm)
  const title = t('{{scale}} – {{tuning}}', { scale: words.scaleName, tuning: words.tuningName })
  useEffect(() => {
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
  return (
    <header className="fw-on-paper">
      <h2 style={{ margin: 0 }}>{title}</h2>
      <p style={{ margin: 0 }}>{summaryOf(view, words).join(' ')}</p>
    </header>
  )
}
