import { Button } from '@mantine/core'
import type { FactorChallenge } from '../../../core/contract/problem.js'
import { AUTH } from '../../../core/kernel/tokens.js'
import { FactorForm } from '../../../core/react/credentials/factor-form.js'
import { useService, useText } from '../../../core/react/kernel-context.js'
import { Frame } from './frame.js'

export interface SecondStepProps {
  readonly asked: FactorChallenge
  readonly onDone: () => void
  readonly onBack: () => void
}

export default function SecondStep({ asked, onDone, onBack }: SecondStepProps) {
  const auth = useService(AUTH)
  const { t } = useText()
  return (
    <Frame title={t('One more step')} lead={t('Two-step login is on for this account.')}>
      <FactorForm
        asked={asked}
        submit={t('Log in')}
        onProof={async proof => {
          await auth.secondFactor(proof)
          onDone()
        }}
        onRestart={onBack}
      />
      <Button variant="subtle" onClick={onBack}>
        {t('Back to login')}
      </Button>
    </Frame>
  )
}
