/** Sends the mail that confirms an address again, to who tried to log in without having opened it. */
import { sendVerification } from '../../../../core/api/sign-up.js'
import { API } from '../../../../core/kernel/services/tokens.js'
import { useService } from '../../../../core/react/kernel-context.js'
import { SendAgain } from './send-again.js'

export default function SendVerification({ email }: { email: string }) {
  const api = useService(API)
  return <SendAgain send={() => api.call(sendVerification, { body: { email } })} />
}
