// The profile page shows this list, but sharing owns its code.
import { sharedBy } from '../../../../core/contract/sharing.js'
import { useCall } from '../../../../core/react/hooks/use-answer.js'
import { useText } from '../../../../core/react/kernel-context.js'
import { ListSection, Pages, usePages } from '../../../../core/react/list-page.js'
import { SharedRow } from './shared-row.js'

export function PersonShares({ id }: { readonly id: string }) {
  const { t } = useText()
  const pages = usePages()
  const { value } = useCall(sharedBy, { params: { id }, query: pages.query })
  if (!value || (value.items.length === 0 && pages.isFirst)) return null
  return (
    <ListSection
      title={t('Shared')}
      rows={value.items.map(item => <SharedRow key={item.id} item={item} />)}
      foot={<Pages pages={pages} next={value.next} />}
    />
  )
}
