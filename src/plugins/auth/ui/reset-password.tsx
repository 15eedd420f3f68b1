/** Sets a new password with the link of a mail. */
import { Button, Stack } from '@mantine/core'
import { Link } from 'react-router-dom'
import { currentUser } from '../../../core/api/auth.js'
import { resetPassword } from '../../../core/api/sign-up.js'
import { API, AUTH } from '../../../core/kernel/services/tokens.js'
import { codeOf } from '../../../core/platform/fretwork-error.js'
import { useForm } from '../../../core/react/hooks/use-form.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { NewPassword } from '../../../core/react/password/new-password.js'
import { Failure } from './failure.js'
import { Frame } from './frame.js'
import { ScreenLink } from './screen-links.js'
import { useChecks } from './use-checks.js'
import { useLinkToken } from './use-link-token.js'

export default function ResetPassword() {
  const api = useService(API)
  const auth = useService(AUTH)
  const { t } = useText()
  const user = useStore(auth.state, state => state.user)
  const link = useLinkToken<'set' | 'refused'>()
  const { outcome } = link

  if (outcome === 'set') {
    return (
      <Frame
        turned
        title={t('Your password is changed')}
        lead={
          user
            ? t('All devices of that account are logged out. Here you are still logged in as {{email}}.', {
                email: user.email,
              })
            : t('All devices are logged out. Log in with the new one.')
        }
      >
        <Button component={Link} to={user ? '/fretboard' : '/login'} size="md">
          {user ? t('Go to the fretboard') : t('Log in')}
        </Button>
      </Frame>
    )
  }
  if (link.state !== 'whole' || outcome === 'refused') {
    const used = link.state === 'whole' || outcome === 'refused'
    return (
      <Frame
        turned={outcome === 'refused'}
        title={used ? t('This link does not work any more') : t('This link is not whole')}
        lead={
          used
            ? t('It was used already, is older than an hour, or a newer one is in your mail.')
            : t('Open it from the mail again, or have a new one sent.')
        }
      >
        <Button component={Link} to="/password/forgot" size="md">
          {t('Send me a new link')}
        </Button>
        <ScreenLink to="/login">{t('Back to the log-in')}</ScreenLink>
      </Frame>
    )
  }
  return (
    <NewPasswordForm
      key={link.token}
      token={link.token}
      onDone={async done => {
        // Whose link it was has no session any more. Where that is who is logged in here, the server refuses the call
        // and the session ends with it; whatever else comes of it, nobody has said that it is over.
        if (done === 'set' && user) await api.call(currentUser).catch(() => undefined)
        link.settle(done)
      }}
    />
  )
}

interface NewPasswordFormProps {
  readonly token: string
  readonly onDone: (outcome: 'set' | 'refused') => Promise<void>
}

function NewPasswordForm({ token, onDone }: NewPasswordFormProps) {
  const api = useService(API)
  const { t } = useText()
  const checks = useChecks()
  const { busy, failure, form, field } = useForm({
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
    <Frame
      title={t('Choose a new password')}
      lead={t('All devices that are logged in have to log in again.')}
    >
      <Failure error={failure} />
      <form {...form}>
        <Stack gap="md">
          <NewPassword label={t('New password')} autoFocus {...field('password')} />
          <Button type="submit" loading={busy} size="md">
            {t('Change the password')}
          </Button>
        </Stack>
      </form>
      <ScreenLink to="/login">{t('Back to the log-in')}</ScreenLink>
    </Frame>
  )
}
