import { Alert, Button, type ButtonProps, Group, Stack, Text } from '@mantine/core'
import { useNetwork, useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef } from 'react'
import { isFault } from '../http/api-error.js'
import type { RefusalWords } from '../http/error-sentences.js'
import { focusMain } from './hooks/focus-main.js'
import { useKernel, useText } from './kernel-context.js'

interface RefusedProps {
  readonly error: unknown
  readonly words: RefusalWords
  readonly onRetry: () => void
}

export function Refused({ error, words, onRetry }: RefusedProps) {
  const { t, tm } = useText()
  const { online } = useNetwork()
  const { source, message, values } = words(error)
  useWindowEvent('online', onRetry)
  const retry = () => {
    focusMain()
    onRetry()
  }
  return (
    <Alert
      color={online ? 'red' : 'gray'}
      title={online ? t('Couldn’t load this') : t('You’re offline')}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {online ? tm(source, message, values) : t('It will load when you’re back online.')}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={retry}>
            {t('Try again')}
          </Button>
          {online && isFault(error) && <ReportProblem size="xs" />}
        </Group>
      </Stack>
    </Alert>
  )
}

/** Receives focus when it appears and when the error changes. */
export function FocusedAlert({ about, children }: { readonly about: unknown; readonly children: ReactNode }) {
  const alert = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus again for each new error
  useEffect(() => alert.current?.focus(), [about])
  return (
    <Alert color="red" ref={alert} tabIndex={-1} role="alert">
      {children}
    </Alert>
  )
}

export const REPORT_COMMAND = 'problem-report.save'

export function ReportProblem(props: ButtonProps) {
  const { t } = useText()
  const { commands } = useKernel()
  if (!commands.find(REPORT_COMMAND)) return null
  return (
    <Button variant="subtle" {...props} onClick={() => void commands.execute(REPORT_COMMAND)}>
      {t('Save a problem report')}
    </Button>
  )
}
