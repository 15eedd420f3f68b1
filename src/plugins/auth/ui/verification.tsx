import { Text } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import { sendVerification, verify } from '../../../core/contract/sign-up.js'
import { API, AUTH } from '../../../core/kernel/tokens.js'
import { codeOf } from '../../../core/platform/fretwork-error.js'
import { useForm } from '../../../core/react/hooks/use-form.js'
import { useKernel, useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { useTypedEmail } from './form-fields.js'
import { DoneFrame, FormFrame } from './form-frame.js'
import { EmailRequest } from './send-mail.js'
import { useLinkToken } from './use-link-token.js'

export default function Verification() {
  const { t } = useText()
  const { outcome, state, token, settle } = useLinkToken<'confirmed' | 'refused'>()
  if (outcome === 'confirmed') return <Confirmed />
  if (state === 'complete' && outcome === undefined) {
    return <ConfirmAddress key={token} token={token} onDone={settle} />
  }
  const badLink = outcome === 'refused' || state === 'broken'
  return (
    <EmailRequest
      call={sendVerification}
      focusHeading={outcome === 'refused'}
      title={badLink ? t('This link no longer works') : t('Confirm your address')}
      lead={
        badLink
          ? t('It was already used or has expired.')
          : t('Open the link in the email we sent when you registered.')
      }
      buttonLabel={t('Send new link')}
      sentText={email =>
        t('If {{email}} still needs to be confirmed, we’ve sent an email with a new link.', { email })
      }
    >
      <Text>
        {badLink
          ? t('If you’ve already confirmed your address, just log in. Otherwise, request a new link:')
          : t('Didn’t get the email? Resend it:')}
      </Text>
    </EmailRequest>
  )
}

interface ConfirmAddressProps {
  readonly token: string
  readonly onDone: (outcome: 'confirmed' | 'refused') => void
}

/** Requires a click: mail scanners open every link and must not confirm the address. */
function ConfirmAddress({ token, onDone }: ConfirmAddressProps) {
  const api = useService(API)
  const auth = useService(AUTH)
  const navigate = useNavigate()
  const typedEmail = useTypedEmail()
  const { t } = useText()
  const form = useForm({
    checks: {},
    async send() {
      try {
        const { email, passwordToken } = await api.call(verify, { params: { token } })
        typedEmail.remember(email)
        // The user registered in another browser, so the new account has no password yet.
        if (passwordToken !== undefined) {
          await navigate(`/password/reset?first#token=${passwordToken}`, { replace: true })
          return
        }
        onDone('confirmed')
        // The link may have changed the current user's email address.
        if (auth.state.getState().status === 'loggedIn') await auth.reload()
      } catch (error) {
        if (codeOf(error) !== 'link_invalid') throw error
        onDone('refused')
      }
    },
  })
  return (
    <FormFrame
      title={t('Confirm your address')}
      lead={t('One more step: confirm that this address is yours.')}
      form={form}
      submit={t('Confirm address')}
      autoFocus
    />
  )
}

function Confirmed() {
  const { auth } = useKernel()
  const { t } = useText()
  const loggedIn = useStore(auth.state, state => state.status === 'loggedIn')
  return (
    <DoneFrame
      title={t('Address confirmed')}
      lead={loggedIn ? t('You can now log in with this address.') : t('Log in and start playing.')}
    />
  )
}
