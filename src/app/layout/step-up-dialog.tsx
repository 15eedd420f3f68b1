import { Loader, Modal, Stack, Text } from '@mantine/core'
import { useCallback, useEffect } from 'react'
import { askFactor, confirmFactor, type FactorProof } from '../../core/api/second-factor.js'
import { refusalWords } from '../../core/http/error-sentences.js'
import { useAnswer } from '../../core/react/hooks/use-answer.js'
import { useStore } from '../../core/react/hooks/use-store.js'
import { useText } from '../../core/react/hooks/use-text.js'
import { useKernel } from '../../core/react/kernel-context.js'
import { Refused } from '../../core/react/refused.js'
import { FactorForm } from '../../core/react/second-factor/factor-form.js'

const words = refusalWords('app', {})

export function StepUpDialog() {
  const { auth } = useKernel()
  const { t } = useText()
  const { asked } = useStore(auth.stepUp.state)
  useEffect(() => {
    const attached = auth.stepUp.attach()
    return () => attached.dispose()
  }, [auth])
  return (
    <Modal
      opened={asked}
      onClose={() => auth.stepUp.answer(false)}
      title={t('Confirm it’s you')}
      closeButtonProps={{ 'aria-label': t('Close') }}
      zIndex={300}
    >
      {asked && <Asking />}
    </Modal>
  )
}

function Asking() {
  const { api, auth } = useKernel()
  const { t } = useText()
  const ask = useCallback((signal: AbortSignal) => api.call(askFactor, {}, { signal }), [api])
  const { value, error, reload } = useAnswer(ask)
  const confirm = async (body: FactorProof) => {
    await api.call(confirmFactor, { body })
    auth.stepUp.answer(true)
  }
  return (
    <Stack gap="md">
      <Text size="sm">{t('This needs your second factor. It then counts for ten minutes.')}</Text>
      {error !== undefined && <Refused error={error} words={words} onRetry={reload} />}
      {value ? (
        <FactorForm
          key={value.challenge}
          asked={value}
          submit={t('Confirm')}
          onProof={confirm}
          onRestart={reload}
        />
      ) : (
        error === undefined && <Loader size="sm" />
      )}
    </Stack>
  )
}
