/** What the address of the page says: which tab, what is searched for, which page of the list. */
import { useSearchParams } from 'react-router-dom'
import { LONGEST_QUERY } from '../settings.js'
import type { LinkCounts } from '../tokens.js'

export const TABS = ['search', 'following', 'followers', 'blocked'] as const
export type PeopleTab = 'search' | keyof LinkCounts

export interface PeopleAddress {
  readonly tab: PeopleTab
  readonly query: string
  /** From 1. */
  readonly page: number
}

/** As far as the server leafs. */
const LAST_PAGE = 10_000

/** @returns the address, and changing a part of it; Back leads to the one before unless it is replaced */
export function usePeopleAddress() {
  const [params, setParams] = useSearchParams()
  const address: PeopleAddress = {
    tab: TABS.find(tab => tab === params.get('tab')) ?? 'search',
    query: (params.get('q') ?? '').slice(0, LONGEST_QUERY),
    page: Math.min(LAST_PAGE, Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1)),
  }
  const go = (change: Partial<PeopleAddress>, replace = false) => {
    // Another list and another search begin at their first page.
    const { tab, query, page } = { ...address, page: 1, ...change }
    const next = new URLSearchParams()
    if (tab !== 'search') next.set('tab', tab)
    if (query !== '') next.set('q', query)
    if (page > 1) next.set('page', String(page))
    setParams(next, { replace })
  }
  return { ...address, go }
}
