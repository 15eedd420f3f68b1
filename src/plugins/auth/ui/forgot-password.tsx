/** Asks for the mail that sets a forgotten password anew. */
import { forgotPassword } from '../../../core/api/sign-up.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { AskForMail } from './mail/ask-for-mail.js'

export default function ForgotPassword() {
  const { t } = useText()
  return (
    <AskForMail
      call={forgotPassword}
      title={t('Forgot your password?')}
      lead={t('Tell us your address, and we send you a link to choose a new one.')}
      ask={t('Send me a link')}
      sent={email =>
        t('If {{email}} has an account here, a mail is on its way there. Its link works for an hour.', {
          email,
        })
      }
      autoFocus
    />
  )
}
