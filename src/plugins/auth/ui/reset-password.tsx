import { Button } from '@mantine/core'
import { Link, useSearchParams } from 'react-router-dom'
import { currentUser } from '../../../core/contract/auth.js'
import { resetPassword } from '../../../core/contract/sign-up.js'
import { API, AUTH } from '../../../core/kernel/tokens.js'
import { codeOf } from '../../../core/platform/fretwork-error.js'
import { NewPassword } from '../../../core/react/credentials/new-password.js'
import { useForm } from '../../../core/react/hooks/use-form.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { useChecks } from './form-fields.js'
import { DoneFrame, FormFrame } from './form-frame.js'
import { Frame } from './frame.js'
import { ScreenLink } from './return-links.js'
import { useLinkToken } from './use-link-token.js'

export default function ResetPassword() {
  const api = useService(API)
  const auth = useService(AUTH)
  const { t } = useText()
  const user = useStore(auth.state, state => state.user)
  const link = useLinkToken<'set' | 'refused'>()
  const isFirst = useSearchParams()[0].has('first')
  const { outcome } = link

  if (outcome === 'set') {
    if (isFirst && !user)
      return <DoneFrame title={t('Password saved')} lead={t('Log in and start playing.')} />
    return (
      <DoneFrame
        title={t('Password changed')}
        lead={
          user
            ? t(
                'That account has been logged out on all devices. You’re still logged in here as {{email}}.',
                { email: user.email },
              )
            : t('All devices have been logged out. Log in with your new password.')
        }
      />
    )
  }
  if (link.state !== 'complete' || outcome === 'refused') {
    const used = link.state === 'complete' || outcome === 'refused'
    return (
      <Frame
        focusHeading={outcome === 'refused'}
        title={used ? t('This link no longer works') : t('This link is incomplete')}
        lead={
          used
            ? t('It was already used or has expired.')
            : t('Open it from the email again or request a new one.')
        }
      >
        <Button component={Link} to="/password/forgot" size="md">
          {t('Send new link')}
        </Button>
        <ScreenLink to="/login">{t('Back to login')}</ScreenLink>
      </Frame>
    )
  }
  return (
    <NewPasswordForm
      key={link.token}
      token={link.token}
      isFirst={isFirst}
      onDone={async done => {
        // If the link's account is the current user's, its sessions have ended, and this call logs the user
        // out.
        if (done === 'set' && user) await api.call(currentUser).catch(() => undefined)
        link.settle(done)
      }}
    />
  )
}

interface NewPasswordFormProps {
  readonly token: string
  readonly isFirst: boolean
  readonly onDone: (outcome: 'set' | 'refused') => Promise<void>
}

function NewPasswordForm({ token, isFirst, onDone }: NewPasswordFormProps) {
  const api = useService(API)
  const { t } = useText()
  const checks = useChecks()
  const { field, ...form } = useForm({
    checks: { password: checks.newPassword },
    async send({ password }) {
      try {
        await api.call(resetPassword, { params: { token }, body: { password } })
        await onDone('set')
      } catch (error) {
        if (codeOf(error) !== 'link_invalid') throw error
        await onDone('refused')
      }
    },
  })
  return (
    <FormFrame
      title={isFirst ? t('Choose your password') : t('Choose a new password')}
      lead={
        isFirst
          ? t('Your address is confirmed. You’ll log in with this password.')
          : t('You’ll have to log in again on all your devices.')
      }
      form={form}
      submit={isFirst ? t('Save password') : t('Change password')}
    >
      <NewPassword label={isFirst ? t('Password') : t('New password')} autoFocus {...field('password')} />
    </FormFrame>
  )
}
