import { useCallback } from 'react'
import { useParams } from 'react-router-dom'
import { sharedBy } from '../../../../core/contract/sharing.js'
import { userByHandle } from '../../../../core/contract/users.js'
import { useAnswer } from '../../../../core/react/hooks/use-answer.js'
import { useKernel, useText } from '../../../../core/react/kernel-context.js'
import { ListSection, Pages, usePages } from '../../../../core/react/list-page.js'
import { SharedRow } from './shared-row.js'

export default function PersonShares() {
  const { t } = useText()
  const { api } = useKernel()
  const { id: address = '' } = useParams()
  const pages = usePages()
  const { cursor } = pages.query
  const ask = useCallback(
    async (signal: AbortSignal) => {
      // Ids contain dashes, handles don't.
      const handle = address.replace(/^@/, '').toLowerCase()
      const id = address.includes('-')
        ? address
        : (await api.call(userByHandle, { params: { handle } }, { signal })).id
      return api.call(sharedBy, { params: { id }, query: { cursor } }, { signal })
    },
    [api, address, cursor],
  )
  // If the profile isn't visible, the page explains why.
  const { value } = useAnswer(ask)
  if (!value || (value.items.length === 0 && pages.isFirst)) return null
  return (
    <ListSection
      title={t('Shared')}
      rows={value.items.map(item => <SharedRow key={item.id} item={item} />)}
      foot={<Pages pages={pages} next={value.next} />}
    />
  )
}
