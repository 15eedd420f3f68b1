/** Confirms an address with the link of a mail; without a link, says where it is and sends it again. */
import { Button, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { sendVerification, verify } from '../../../../core/api/sign-up.js'
import { API, AUTH } from '../../../../core/kernel/services/tokens.js'
import { codeOf } from '../../../../core/platform/fretwork-error.js'
import { useForm } from '../../../../core/react/hooks/use-form.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../../core/react/kernel-context.js'
import { Failure } from '../failure.js'
import { Frame } from '../frame.js'
import { ScreenLink } from '../screen-links.js'
import { useLinkToken } from '../use-link-token.js'
import { AskForMail } from './ask-for-mail.js'

export default function Verification() {
  const link = useLinkToken<'confirmed' | 'refused'>()
  const { outcome } = link
  if (outcome === 'confirmed') return <Confirmed />
  if (link.state === 'whole' && outcome === undefined) {
    return <ConfirmAddress key={link.token} token={link.token} onDone={link.settle} />
  }
  return (
    <HaveItSentAgain
      stale={outcome === 'refused' || link.state === 'broken'}
      turned={outcome === 'refused'}
    />
  )
}

interface ConfirmAddressProps {
  readonly token: string
  readonly onDone: (outcome: 'confirmed' | 'refused') => void
}

/** By a button: programs that look into mail open every link, and must not confirm an address for its owner. */
function ConfirmAddress({ token, onDone }: ConfirmAddressProps) {
  const api = useService(API)
  const auth = useService(AUTH)
  const { t } = useText()
  const { busy, failure, form } = useForm({
    checks: {},
    async send() {
      try {
        await api.call(verify, { params: { token } })
        onDone('confirmed')
        // Who is logged in may have another address by it.
        if (auth.state.getState().status === 'loggedIn') await auth.reload()
      } catch (error) {
        if (codeOf(error) !== 'link_invalid') throw error
        onDone('refused')
      }
    },
  })
  return (
    <Frame
      title={t('Confirm your address')}
      lead={t('One more step, so that nobody else uses your address.')}
    >
      <Failure error={failure} />
      <form {...form}>
        <Button type="submit" loading={busy} size="md" fullWidth autoFocus>
          {t('This is my address')}
        </Button>
      </form>
      <ScreenLink to="/login">{t('Back to the log-in')}</ScreenLink>
    </Frame>
  )
}

function Confirmed() {
  const { auth } = useKernel()
  const { t } = useText()
  const loggedIn = useStore(auth.state, state => state.status === 'loggedIn')
  return (
    <Frame
      turned
      title={t('Your address is confirmed')}
      lead={loggedIn ? t('Whose link it was can log in with it from now on.') : t('Now log in, and play.')}
    >
      <Button component={Link} to={loggedIn ? '/fretboard' : '/login'} size="md">
        {loggedIn ? t('Go to the fretboard') : t('Log in')}
      </Button>
    </Frame>
  )
}

interface SendAgainProps {
  /** There was a link that is good for nothing. */
  readonly stale: boolean
  readonly turned: boolean
}

function HaveItSentAgain({ stale, turned }: SendAgainProps) {
  const { t } = useText()
  return (
    <AskForMail
      call={sendVerification}
      turned={turned}
      title={stale ? t('This link does not work any more') : t('Confirm your address')}
      lead={
        stale
          ? t('It was used already, is older than 24 hours, or a newer one is in your mail.')
          : t('Open the link in the mail that we sent you when you registered.')
      }
      ask={t('Send a new link')}
      sent={email =>
        t('If {{email}} waits to be confirmed, a mail with a new link is on its way there.', { email })
      }
    >
      <Text>
        {stale
          ? t('If you have confirmed the address before, just log in. Else have a new link sent:')
          : t('There is no such mail? Have it sent again:')}
      </Text>
    </AskForMail>
  )
}
