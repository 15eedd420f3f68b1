/** A mail that was sent can be sent again, after a pause: the server sends one of a kind in a minute. */
import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { CLOCK } from '../../../../core/kernel/services/tokens.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useService } from '../../../../core/react/kernel-context.js'
import { Failure } from '../failure.js'

const PAUSE_S = 60

interface SendAgainProps {
  /** @throws ApiError */
  readonly send: () => Promise<void>
}

export function SendAgain({ send }: SendAgainProps) {
  const clock = useService(CLOCK)
  const { t } = useText()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [sent, setSent] = useState(0)
  /** Seconds. */
  const [pause, setPause] = useState(0)

  useEffect(() => {
    if (sent === 0) return
    let left = PAUSE_S
    setPause(left)
    const timer = clock.every(1000, () => {
      left--
      setPause(left)
      if (left <= 0) timer.dispose()
    })
    return () => timer.dispose()
  }, [sent, clock])

  const again = async () => {
    if (busy || pause > 0) return
    setBusy(true)
    setFailure(undefined)
    try {
      await send()
      setSent(sent + 1)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack gap="xs">
      <Failure error={failure} />
      {/* It stays in the order of keys while it waits, so that the focus is not lost. */}
      <Button variant="default" loading={busy} aria-disabled={pause > 0} onClick={again}>
        {pause > 0 ? t('Again in {{count}} seconds', { count: pause }) : t('Send the mail again')}
      </Button>
      <Text size="sm" role="status" mih={20}>
        {sent > 0 && failure === undefined && t('Sent. It may take a minute to arrive.')}
      </Text>
    </Stack>
  )
}
