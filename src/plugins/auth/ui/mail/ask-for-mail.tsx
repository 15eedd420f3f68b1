/** A card that asks for an address, has a mail sent there, and then says so. */
import { Button, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { forgotPassword, sendVerification } from '../../../../core/api/sign-up.js'
import { API } from '../../../../core/kernel/services/tokens.js'
import { useForm } from '../../../../core/react/hooks/use-form.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useService } from '../../../../core/react/kernel-context.js'
import { Failure } from '../failure.js'
import { Frame } from '../frame.js'
import { useKeptAddress } from '../kept-address.js'
import { ScreenLink } from '../screen-links.js'
import { useChecks } from '../use-checks.js'
import { MailSent } from './mail-sent.js'

interface AskForMailProps {
  /** The call that sends it. */
  readonly call: typeof forgotPassword | typeof sendVerification
  readonly title: string
  readonly lead: string
  /** On the button. */
  readonly ask: string
  /** What is said once it is on its way. */
  readonly sent: (email: string) => string
  /** It came in the place of another card. */
  readonly turned?: boolean
  /** The field has the focus from the beginning. */
  readonly autoFocus?: boolean
  /** Between the lead and the field. */
  readonly children?: ReactNode
}

export function AskForMail({ call, title, lead, ask, sent, turned, autoFocus, children }: AskForMailProps) {
  const api = useService(API)
  const { t } = useText()
  const checks = useChecks()
  const kept = useKeptAddress()
  const [sentTo, setSentTo] = useState<string>()
  const send = (email: string) => api.call(call, { body: { email } })
  const { busy, failure, form, field } = useForm({
    checks: { email: checks.email },
    async send(given) {
      const email = given.email.trim()
      await send(email)
      setSentTo(email)
    },
  })

  if (sentTo !== undefined) {
    return <MailSent lead={sent(sentTo)} send={() => send(sentTo)} onOther={() => setSentTo(undefined)} />
  }
  return (
    <Frame title={title} lead={lead} turned={turned ?? false}>
      {children}
      <Failure error={failure} />
      <form {...form}>
        <Stack gap="md">
          <TextInput
            label={t('E-mail address')}
            type="email"
            autoComplete="username"
            autoFocus={autoFocus ?? false}
            defaultValue={kept.address}
            onInput={kept.keep}
            {...field('email')}
          />
          <Button type="submit" loading={busy} size="md">
            {ask}
          </Button>
        </Stack>
      </form>
      <ScreenLink to="/login">{t('Back to the log-in')}</ScreenLink>
    </Frame>
  )
}
