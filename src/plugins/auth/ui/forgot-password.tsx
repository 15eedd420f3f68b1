/** Asks for the mail that sets a forgotten password anew. */
import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { forgotPassword } from '../../../core/api/sign-up.js'
import { API } from '../../../core/kernel/tokens.js'
import { useService } from '../../../core/react/kernel-context.js'
import { useForm } from '../../../core/react/use-form.js'
import { useText } from '../../../core/react/use-text.js'
import { Failure } from './failure.js'
import { Frame } from './frame.js'
import { MailSent } from './mail-sent.js'
import { ScreenLink } from './screen-links.js'
import { useChecks } from './use-checks.js'

export default function ForgotPassword() {
  const api = useService(API)
  const { t } = useText()
  const checks = useChecks()
  const [sentTo, setSentTo] = useState<string>()
  const send = (email: string) => api.call(forgotPassword, { body: { email } })
  const { busy, failure, form, field } = useForm({
    checks: { email: checks.email },
    async send(given) {
      const email = given.email.trim()
      await send(email)
      setSentTo(email)
    },
  })

  if (sentTo !== undefined) {
    return (
      <MailSent
        lead={t('If {{email}} has an account here, a mail is on its way there. Its link works for an hour.', {
          email: sentTo,
        })}
        send={() => send(sentTo)}
        onOther={() => setSentTo(undefined)}
      />
    )
  }
  return (
    <Frame
      title={t('Forgot your password?')}
      lead={t('Tell us your address, and we send you a link to choose a new one.')}
    >
      <Failure error={failure} />
      <form {...form}>
        <Stack gap="md">
          <TextInput
            label={t('E-mail address')}
            type="email"
            autoComplete="username"
            autoFocus
            {...field('email')}
          />
          <Button type="submit" loading={busy} size="md">
            {t('Send me a link')}
          </Button>
        </Stack>
      </form>
      <ScreenLink to="/login">{t('Back to the log-in')}</ScreenLink>
    </Frame>
  )
}
