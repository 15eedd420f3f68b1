import { Text } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import { sendVerification, verify } from '../../../core/api/sign-up.js'
import { API, AUTH } from '../../../core/kernel/services/tokens.js'
import { codeOf, messageOf } from '../../../core/platform/fretwork-error.js'
import { useForm } from '../../../core/react/hooks/use-form.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { NewPassword } from '../../../core/react/password/new-password.js'
import { useChecks } from './form-fields.js'
import { DoneFrame, FormFrame } from './form-frame.js'
import { EmailRequest } from './send-mail.js'
import { useLinkToken } from './use-link-token.js'

export default function Verification() {
  const { t } = useText()
  const { outcome, state, token, isForNewAddress, settle } = useLinkToken<'confirmed' | 'refused'>()
  if (outcome === 'confirmed') return <Confirmed />
  if (state === 'complete' && outcome === undefined) {
    const Confirm = isForNewAddress ? ConfirmNewAddress : OpenAccount
    return <Confirm key={token} token={token} onDone={settle} />
  }
  const badLink = outcome === 'refused' || state === 'broken'
  return (
    <EmailRequest
      call={sendVerification}
      focusHeading={outcome === 'refused'}
      title={badLink ? t('This link no longer works') : t('Confirm your address')}
      lead={
        badLink
          ? t('It has been used, or is more than 24 hours old.')
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

function useConfirm({ token, onDone }: ConfirmAddressProps) {
  const api = useService(API)
  return async (password?: string) => {
    try {
      return await api.call(verify, {
        params: { token },
        body: password === undefined ? undefined : { password },
      })
    } catch (error) {
      if (codeOf(error) !== 'link_invalid') throw error
      return onDone('refused')
    }
  }
}

/** The address of an existing account. Needs a click: mail scanners open every link and must not confirm it. */
function ConfirmNewAddress(props: ConfirmAddressProps) {
  const auth = useService(AUTH)
  const { t } = useText()
  const confirm = useConfirm(props)
  const form = useForm({
    checks: {},
    async send() {
      if (!(await confirm())) return
      props.onDone('confirmed')
      // The link may have changed the current user's address.
      if (auth.state.getState().status === 'loggedIn') await auth.reload()
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

/** A new account gets its password from the one who reads the mailbox: someone else may have registered the address. */
function OpenAccount(props: ConfirmAddressProps) {
  const auth = useService(AUTH)
  const { log } = useKernel()
  const navigate = useNavigate()
  const { t } = useText()
  const checks = useChecks()
  const confirm = useConfirm(props)
  const { field, ...form } = useForm({
    checks: { password: checks.newPassword },
    async send({ password }) {
      const confirmed = await confirm(password)
      if (!confirmed) return
      if (auth.state.getState().status === 'loggedIn') return props.onDone('confirmed')
      try {
        await auth.login({ email: confirmed.email, password, rememberMe: true })
        await navigate('/fretboard', { replace: true })
      } catch (error) {
        // The account is open, and the next screen leads to the login.
        log.warn(`The login after the confirmation failed: ${messageOf(error)}`)
        props.onDone('confirmed')
      }
    },
  })
  return (
    <FormFrame
      title={t('Confirm your address')}
      lead={t('Enter the password for your account: the one you registered with, or another one.')}
      form={form}
      submit={t('Confirm and log in')}
    >
      <NewPassword label={t('Password')} autoFocus {...field('password')} />
    </FormFrame>
  )
}

function Confirmed() {
  const { auth } = useKernel()
  const { t } = useText()
  const loggedIn = useStore(auth.state, state => state.status === 'loggedIn')
  return (
    <DoneFrame
      title={t('Address confirmed')}
      lead={loggedIn ? t('The account can now log in with this address.') : t('Log in and start playing.')}
    />
  )
}
