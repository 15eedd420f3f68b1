import { groupInvitation } from '../../../core/api/homework.js'
import { useCall } from '../../../core/react/hooks/use-answer.js'
import { useText } from '../../../core/react/kernel-context.js'

/** The name of the group and of the person who invites. @param path of the link of a join code */
export default function Invitation({ path }: { readonly path: string }) {
  const { t } = useText()
  const code = new URLSearchParams(path.split('?')[1]).get('join') ?? ''
  const { value, error } = useCall(groupInvitation, { body: { code } })
  if (value) return t('{{name}} invites you to “{{group}}”.', value)
  return error === undefined ? '…' : t('You’ve been invited to a group.')
}
