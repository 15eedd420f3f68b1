import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { forgotPassword, sendVerification } from '../../../core/contract/sign-up.js'
import { API, CLOCK } from '../../../core/kernel/tokens.js'
import { useAnswer } from '../../../core/react/hooks/use-answer.js'
import { useForm } from '../../../core/react/hooks/use-form.js'
import { useService, useText } from '../../../core/react/kernel-context.js'
import { Failure } from './failure.js'
import { useChecks, useTypedEmail } from './form-fields.js'
import { FormFrame } from './form-frame.js'
import { Frame } from './frame.js'
import { ScreenLink } from './return-links.js'

interface EmailRequestProps {
  readonly call: typeof forgotPassword | typeof sendVerification
  readonly title: string
  readonly lead: string
  readonly buttonLabel: string
  readonly sentText: (email: string) => string
  readonly focusHeading?: boolean
  readonly autoFocus?: boolean
  readonly children?: ReactNode
}

export function EmailRequest(props: EmailRequestProps) {
  const api = useService(API)
  const { t } = useText()
  const checks = useChecks()
  const typedEmail = useTypedEmail()
  const [sentTo, setSentTo] = useState<string>()
  const send = (email: string) => api.call(props.call, { body: { email } })
  const { field, ...form } = useForm({
    checks: { email: checks.email },
    async send(given) {
      const email = given.email.trim()
      await send(email)
      setSentTo(email)
    },
  })

  if (sentTo !== undefined) {
    return (
      <EmailSent
        lead={props.sentText(sentTo)}
        send={() => send(sentTo)}
        onOther={() => setSentTo(undefined)}
      />
    )
  }
  return (
    <FormFrame
      title={props.title}
      lead={props.lead}
      focusHeading={props.focusHeading}
      before={props.children}
      form={form}
      submit={props.buttonLabel}
    >
      <TextInput
        label={t('Email address')}
        type="email"
        autoComplete="username"
        autoFocus={props.autoFocus ?? false}
        defaultValue={typedEmail.initial}
        onInput={event => typedEmail.remember(event.currentTarget.value)}
        {...field('email')}
      />
    </FormFrame>
  )
}

export function ForgotPassword() {
  const { t } = useText()
  return (
    <EmailRequest
      call={forgotPassword}
      title={t('Forgot your password?')}
      lead={t('Enter your email address and we’ll send you a link to set a new password.')}
      buttonLabel={t('Send link')}
      sentText={email =>
        t('If there’s an account for {{email}}, we’ve sent an email with a link. It works for one hour.', {
          email,
        })
      }
      autoFocus
    />
  )
}

interface EmailSentProps {
  readonly lead: string
  readonly send: () => Promise<void>
  readonly onOther: () => void
}

export function EmailSent({ lead, send, onOther }: EmailSentProps) {
  const { t } = useText()
  const demoMail = useDemoMail()
  return (
    <Frame title={t('Check your email')} lead={lead} focusHeading>
      <Text>{t('Nothing after a minute? Check your spam folder or resend the email.')}</Text>
      {demoMail && (
        <Text>
          {t('This demo doesn’t send email:')}{' '}
          <Anchor href={demoMail} target="_blank">
            {t('read it here')}
          </Anchor>
        </Text>
      )}
      <Resend send={send} />
      <Group justify="space-between">
        <Anchor component="button" type="button" size="sm" onClick={onOther}>
          {t('Use a different address')}
        </Anchor>
        <ScreenLink to="/login">{t('Back to login')}</ScreenLink>
      </Group>
    </Frame>
  )
}

const DEMO_MAIL = '/dev/mail'

/** Returns the page where a local demo server shows its emails. */
function useDemoMail(): string | undefined {
  const api = useService(API)
  const ask = useCallback(
    async () =>
      /^(127\.|\[::1\]|localhost$|.*\.localhost$)/.test(location.hostname) &&
      (await api.bytes(location.origin + DEMO_MAIL)).status === 200,
    [api],
  )
  return useAnswer(ask).value ? DEMO_MAIL : undefined
}

/** Pause between emails, s. The server sends at most one email of each type per minute. */
const PAUSE_S = 60

function Resend({ send }: Pick<EmailSentProps, 'send'>) {
  const clock = useService(CLOCK)
  const { t } = useText()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [sent, setSent] = useState(0)
  const [secondsLeft, setSecondsLeft] = useState(0)

  useEffect(() => {
    if (sent === 0) return
    let left = PAUSE_S
    setSecondsLeft(left)
    const timer = clock.every(1000, () => {
      left--
      setSecondsLeft(left)
      if (left <= 0) timer.dispose()
    })
    return () => timer.dispose()
  }, [sent, clock])

  const resend = async () => {
    if (busy || secondsLeft > 0) return
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
      {/* Unlike disabled, aria-disabled keeps focus on the button. */}
      <Button variant="default" loading={busy} aria-disabled={secondsLeft > 0} onClick={resend}>
        {secondsLeft > 0 ? t('Resend in {{count}} seconds', { count: secondsLeft }) : t('Resend email')}
      </Button>
      <Text size="sm" role="status" mih={20}>
        {sent > 0 && failure === undefined && t('Sent. It may take a minute to arrive.')}
      </Text>
    </Stack>
  )
}

export default function ResendVerification({ email }: { email: string }) {
  const api = useService(API)
  return <Resend send={() => api.call(sendVerification, { body: { email } })} />
}
