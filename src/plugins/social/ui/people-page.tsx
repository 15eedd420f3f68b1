/** Search for people, and the lists of followed people, followers and blocked people. */

import { Tabs } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useEffect } from 'react'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import layout from '../../../core/react/list-page.module.css'
import { LINKS } from '../internal-tokens.js'
import type { LinkKind } from '../relationships.js'
import { LinkedTab } from './linked-tab.js'
import classes from './people.module.css'
import { SearchTab } from './search-tab.js'
import { TABS, usePeopleAddress } from './use-people-address.js'
import { useOwnId } from './use-relationship.js'

export default function PeoplePage() {
  const { t } = useText()
  const { tab, query, page, go } = usePeopleAddress()
  const links = useService(LINKS)
  const counts = useStore(links.view, view => view.counts)
  const own = useOwnId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has other counts
  useEffect(() => void links.fetchCounts(), [links, own])
  useWindowEvent('online', () => void links.fetchCounts())
  const titles = {
    search: t('Search'),
    following: t('Following'),
    followers: t('Followers'),
    blocked: t('Blocked'),
  }
  const list = (kind: LinkKind) => (
    <LinkedTab
      kind={kind}
      label={titles[kind]}
      page={page}
      onPage={(next, replace) => go({ page: next }, replace)}
    />
  )
  return (
    <div className={layout.page}>
      <header>
        <h1 className={layout.title}>{t('People')}</h1>
        <p className={layout.note}>{t('Find and follow other musicians.')}</p>
      </header>
      <Tabs
        key={own}
        value={tab}
        onChange={chosen => go({ tab: TABS.find(each => each === chosen) ?? 'search' })}
        keepMounted={false}
        classNames={{ list: classes.tabs, tab: classes.tabName }}
      >
        <Tabs.List mb="md">
          {TABS.map(each => (
            <Tabs.Tab
              key={each}
              value={each}
              rightSection={
                each !== 'search' && <span className={classes.count}>{counts?.[each] ?? ''}</span>
              }
            >
              {titles[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="search">
          <SearchTab query={query} page={page} go={go} />
        </Tabs.Panel>
        <Tabs.Panel value="following">{list('following')}</Tabs.Panel>
        <Tabs.Panel value="followers">{list('followers')}</Tabs.Panel>
        <Tabs.Panel value="blocked">{list('blocked')}</Tabs.Panel>
      </Tabs>
    </div>
  )
}
