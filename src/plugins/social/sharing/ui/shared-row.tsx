import { Badge } from '@mantine/core'
import type { Shared } from '../../../../core/contract/sharing.js'
import { useKernel, useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { ListRow } from '../../../../core/react/list-page.js'
import { ONCE } from '../../once.js'
import { copiesSettings } from '../../settings.js'
import { KINDS } from '../sentences.js'
import { sharedThingsOf } from '../shared-things.js'

export function SharedRow({ item, by }: { readonly item: Shared; readonly by?: string }) {
  const { t, tm, locale } = useText()
  const things = useService(ONCE)(sharedThingsOf)
  const copies = useStore(useKernel().settings.store(copiesSettings), ({ copies: all }) => all)
  const copy = things.copyOf(copies, item.id)
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(item.sharedAt))
  const facts = [tm('social', KINDS[item.kind] ?? ''), ...(by === undefined ? [] : [by]), day]
  return (
    <ListRow title={item.title} to={`/shared/${item.id}`} facts={facts.join(' · ')}>
      {copy && (
        <Badge variant="default">
          {copy.version < item.version ? t('Original has changed') : t('Copied')}
        </Badge>
      )}
    </ListRow>
  )
}
