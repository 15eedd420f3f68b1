import { shareFeed } from '../../../../core/contract/sharing.js'
import { useCall } from '../../../../core/react/hooks/use-answer.js'
import { useText } from '../../../../core/react/kernel-context.js'
import { Awaited, ListSection, Pages, usePages } from '../../../../core/react/list-page.js'
import { refusalText } from '../sentences.js'
import { SharedRow } from './shared-row.js'

export function Feed() {
  const { t } = useText()
  const pages = usePages()
  const answer = useCall(shareFeed, { query: pages.query })
  const { items, next } = answer.value ?? {}
  const isEmpty = pages.isFirst && next === undefined
  return (
    <ListSection
      title={t('Shared with you')}
      rows={items?.map(item => <SharedRow key={item.id} item={item} by={item.by.name} />)}
      empty={isEmpty ? t('Nothing yet. Items shared by people you follow appear here.') : undefined}
      foot={<Pages pages={pages} next={next} />}
    >
      <Awaited answer={answer} words={refusalText} />
    </ListSection>
  )
}
