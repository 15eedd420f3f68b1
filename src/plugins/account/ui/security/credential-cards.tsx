import { Alert, TextInput } from '@mantine/core'
import { useState } from 'react'
import { changeEmail, changePassword } from '../../../../core/api/account.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { NewPassword } from '../../../../core/react/password/new-password.js'
import { isPasswordLength } from '../../../../core/react/password/password-fields.js'
import classes from '../account.module.css'
import { AccountCard } from '../account-frame.js'
import { CurrentPassword, SecretForm, useSecretChecks, useSecretForm } from './secret-form.js'

const { DONE } = phrases({ DONE: 'Password changed. Your other sessions have ended.' })

export function PasswordCard({ onChanged }: { readonly onChanged: () => void }) {
  const { api, auth, notices } = useKernel()
  const { t } = useText()
  const user = useStore(auth.state, state => state.user)
  const { currentPassword } = useSecretChecks()
  const { field, ...secret } = useSecretForm({
    checks: {
      currentPassword,
      password: value =>
        isPasswordLength(value) ? undefined : t('Choose a password with 8 to 256 characters.'),
    },
    async send(body) {
      await api.call(changePassword, { body })
      notices.post({ kind: 'success', source: 'account', message: DONE })
      onChanged()
    },
  })
  return (
    <AccountCard
      id="password"
      title={t('Password')}
      note={t('Changing it ends your other sessions. We’ll let you know by email.')}
    >
      <SecretForm secret={secret} submit={t('Change password')}>
        {/* Lets password managers know the account. */}
        <input type="text" autoComplete="username" hidden readOnly value={user?.email ?? ''} />
        <CurrentPassword {...field('currentPassword')} />
        <NewPassword
          label={t('New password')}
          words={[user?.name ?? '', user?.email ?? '']}
          {...field('password')}
        />
      </SecretForm>
    </AccountCard>
  )
}

export function AddressCard() {
  const { api, auth } = useKernel()
  const { t } = useText()
  const present = useStore(auth.state, ({ user }) => user?.email ?? '')
  const [sentTo, setSentTo] = useState<string>()
  const checks = useSecretChecks()
  const { field, ...secret } = useSecretForm({
    checks: { email: checks.email, currentPassword: checks.currentPassword },
    async send({ email, currentPassword }) {
      await api.call(changeEmail, { body: { email: email.trim(), currentPassword } })
      setSentTo(email.trim())
    },
  })
  return (
    <AccountCard
      id="address"
      title={t('Email address')}
      note={t('You log in with {{address}}.', { address: present })}
    >
      <div className={classes.status} role="status">
        {sentTo !== undefined && (
          <Alert title={t('Check the inbox of {{address}}', { address: sentTo })}>
            {t(
              'Open the link in the email we sent there to switch to the new address. It works for 24 hours.',
            )}
          </Alert>
        )}
      </div>
      <SecretForm secret={secret} submit={t('Send link')}>
        <TextInput label={t('New email address')} type="email" autoComplete="email" {...field('email')} />
        <CurrentPassword {...field('currentPassword')} />
      </SecretForm>
    </AccountCard>
  )
}
