/** Another e-mail address: asked for here, confirmed by the link that goes there. */
import { Alert, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { changeEmail } from '../../../../core/api/own-account.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import classes from '../account.module.css'
import { AccountCard } from '../account-frame.js'
import { FormFailure } from '../form-failure.js'
import { CurrentPassword } from './current-password.js'
import { useSecretChecks, useSecretForm } from './use-secret-form.js'

export function AddressCard() {
  const { api, auth } = useKernel()
  const { t } = useText()
  const present = useStore(auth.state, ({ user }) => user?.email ?? '')
  const [asked, setAsked] = useState<string>()
  const checks = useSecretChecks()
  const { busy, failure, form, field } = useSecretForm({
    checks: { email: checks.email, currentPassword: checks.currentPassword },
    async send({ email, currentPassword }) {
      await api.call(changeEmail, { body: { email: email.trim(), currentPassword } })
      setAsked(email.trim())
    },
  })
  const { key, ...rest } = form
  return (
    <AccountCard
      id="address"
      title={t('E-mail address')}
      note={t('It is {{address}}. You log in with it.', { address: present })}
    >
      <div className={classes.news} role="status">
        {asked !== undefined && (
          <Alert title={t('Look into the mails of {{address}}', { address: asked })}>
            {t(
              'Open the link in the mail that we sent there: then the new address counts. It holds for a day.',
            )}
          </Alert>
        )}
      </div>
      <form key={key} {...rest} className={classes.form}>
        <FormFailure error={failure} />
        <TextInput label={t('New e-mail address')} type="email" autoComplete="email" {...field('email')} />
        <CurrentPassword {...field('currentPassword')} />
        <Button type="submit" loading={busy}>
          {t('Send the link')}
        </Button>
      </form>
    </AccountCard>
  )
}
