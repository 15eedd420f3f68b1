import { forgotPassword } from '../../../core/api/sign-up.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { EmailRequest } from './send-mail.js'

export default function ForgotPassword() {
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
