/** The page of the trainers: what can be trained, a round of questions, and how it went. */
import { useEffect } from 'react'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import page from '../../../core/react/list-page.module.css'
import { PageTabs } from '../../../core/react/page-tabs.js'
import { TRAINER } from '../internal-tokens.js'
import { Overview } from './overview.js'
import { Round } from './round.js'
import { Summary } from './summary.js'

export default function TrainPage() {
  const { t } = useText()
  const trainer = useService(TRAINER)
  const phase = useStore(trainer.view, view => view.phase)
  useEffect(() => () => trainer.leave(), [trainer])
  return (
    <div className={page.page}>
      <PageTabs of="/practice" />
      <header>
        <h1 className={page.title}>{t('Train')}</h1>
        {phase === 'resting' && (
          <p className={page.note}>
            {t('A few minutes a day. What you know comes back later, what you don’t comes back soon.')}
          </p>
        )}
      </header>
      {phase === 'resting' ? <Overview /> : phase === 'ended' ? <Summary /> : <Round />}
    </div>
  )
}
