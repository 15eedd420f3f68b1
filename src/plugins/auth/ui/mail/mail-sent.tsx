/** What stands there once a mail is on its way: to whom, again, or to another address. */
import { Anchor, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { API } from '../../../../core/kernel/services/tokens.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../../core/react/kernel-context.js'
import { Frame } from '../frame.js'
import { ScreenLink } from '../screen-links.js'
import { SendAgain } from './send-again.js'

interface MailSentProps {
  /** Names the address. */
  readonly lead: string
  /** @throws ApiError */
  readonly send: () => Promise<void>
  readonly onOther: () => void
}

export function MailSent({ lead, send, onOther }: MailSentProps) {
  const { t } = useText()
  const mails = useDemoMail()
  return (
    <Frame title={t('Look into your mail')} lead={lead} turned>
      <Text>{t('Nothing there after a minute? Look among the spam, or have it sent again.')}</Text>
      {mails && (
        <Text>
          {t('This is a demo, which sends no mail:')}{' '}
          <Anchor href={mails} target="_blank">
            {t('read it here')}
          </Anchor>
        </Text>
      )}
      <SendAgain send={send} />
      <Group justify="space-between">
        <Anchor component="button" type="button" size="sm" onClick={onOther}>
          {t('Take another address')}
        </Anchor>
        <ScreenLink to="/login">{t('Back to the log-in')}</ScreenLink>
      </Group>
    </Frame>
  )
}

const DEMO_MAIL = '/dev/mail'

/** Where a demo shows the mail that it does not send. Only one on this very machine has such a page, so only it is asked. */
function useDemoMail(): string | undefined {
  const api = useService(API)
  const { log } = useKernel()
  const [found, setFound] = useState(false)
  useEffect(() => {
    if (!/^(127\.|\[::1\]|localhost$|.*\.localhost$)/.test(location.hostname)) return
    let current = true
    api.bytes(location.origin + DEMO_MAIL).then(
      ({ status }) => current && setFound(status === 200),
      error => log.debug('There is no page of demo mail', error),
    )
    return () => {
      current = false
    }
  }, [api, log])
  return found ? DEMO_MAIL : undefined
}
