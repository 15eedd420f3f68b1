/** Another password for the own account. */
import { Button } from '@mantine/core'
import { changePassword } from '../../../../core/api/own-account.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { NewPassword } from '../../../../core/react/password/new-password.js'
import { isPasswordLength } from '../../../../core/react/password/password-length.js'
import classes from '../account.module.css'
import { AccountCard } from '../account-frame.js'
import { FormFailure } from '../form-failure.js'
import { CurrentPassword } from './current-password.js'
import { useSecretChecks, useSecretForm } from './use-secret-form.js'

const { DONE } = phrases({ DONE: 'Your password is changed. Your other sessions have ended.' })

/** @param onChanged the other sessions are over */
export function PasswordCard({ onChanged }: { readonly onChanged: () => void }) {
  const { api, auth, notices } = useKernel()
  const { t } = useText()
  const user = useStore(auth.state, state => state.user)
  const { currentPassword } = useSecretChecks()
  const { busy, failure, form, field } = useSecretForm({
    checks: {
      currentPassword,
      password: value =>
        isPasswordLength(value) ? undefined : t('Choose a password of 8 to 256 characters.'),
    },
    async send(body) {
      await api.call(changePassword, { body })
      notices.post({ kind: 'success', source: 'account', message: DONE })
      onChanged()
    },
  })
  const { key, ...rest } = form
  return (
    <AccountCard
      id="password"
      title={t('Password')}
      note={t('A new one ends your other sessions, and a mail tells you of it.')}
    >
      <form key={key} {...rest} className={classes.form}>
        <FormFailure error={failure} />
        {/* For whatever keeps passwords: whose they are. */}
        <input type="text" autoComplete="username" hidden readOnly value={user?.email ?? ''} />
        <CurrentPassword {...field('currentPassword')} />
        <NewPassword
          label={t('New password')}
          words={[user?.name ?? '', user?.email ?? '']}
          {...field('password')}
        />
        <Button type="submit" loading={busy}>
          {t('Change password')}
        </Button>
      </form>
    </AccountCard>
  )
}
