import { groupInvitation } from '../../../core/contract/homework.js'
import { TENANT } from '../../../core/kernel/tokens.js'
import { useCall } from '../../../core/react/hooks/use-answer.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { ScreenLink } from './return-links.js'

/** @param path path of the invitation link with its join code */
export default function Invitation({ path }: { readonly path: string }) {
  const { t } = useText()
  const { registration } = useStore(useService(TENANT).store)
  const code = new URLSearchParams(path.split('?')[1]).get('join') ?? ''
  const { value, error } = useCall(groupInvitation, { body: { code } })
  return (
    <>
      {value && t('{{name}} has invited you to join “{{group}}”.', value)}
      {error !== undefined && t('You’ve been invited to a group.')}{' '}
      {registration !== 'closed' && (
        <ScreenLink to="/register">{t('Register first if you don’t have an account.')}</ScreenLink>
      )}
    </>
  )
}
