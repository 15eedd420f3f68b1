/** The deeds between two people, and which of them leads from one tie to another. */
import { blockUser, followUser, type PublicProfile, unfollowUser } from '../../core/api/users.js'
import type { ApiClient } from '../../core/http/api-client.js'
import { ApiError } from '../../core/http/api-error.js'
import type { LinkCounts, Tie } from './tokens.js'

export type Deed = 'follow' | 'unfollow' | 'block' | 'unblock'

/** What each deed makes of a tie. */
export const LEADS_TO: Readonly<Record<Deed, Tie>> = {
  follow: 'following',
  unfollow: 'none',
  block: 'blocked',
  unblock: 'none',
}

const CALLS: Readonly<Record<Deed, (api: ApiClient, id: string) => Promise<unknown>>> = {
  follow: (api, id) => api.call(followUser, { params: { id } }),
  unfollow: (api, id) => api.call(unfollowUser, { params: { id } }),
  block: (api, id) => api.call(blockUser, { params: { id, blocked: '1' } }),
  unblock: (api, id) => api.call(blockUser, { params: { id, blocked: '0' } }),
}

/** @throws ApiError */
export async function perform(api: ApiClient, deed: Deed, id: string): Promise<void> {
  try {
    await CALLS[deed](api, id)
  } catch (error) {
    // Somebody neither followed nor seen: that is what was wished.
    if (deed === 'unfollow' && error instanceof ApiError && error.code === 'not_found') return
    throw error
  }
}

/** The first deed on the way; a block is lifted before somebody can be followed. The two ties differ. */
export function nextDeed(now: Tie, wish: Tie): Deed {
  if (wish === 'blocked') return 'block'
  if (now === 'blocked') return 'unblock'
  return wish === 'following' ? 'follow' : 'unfollow'
}

export function tieIn({ isFollowing, isBlocked }: Pick<PublicProfile, 'isFollowing' | 'isBlocked'>): Tie {
  if (isBlocked) return 'blocked'
  return isFollowing ? 'following' : 'none'
}

/** The counts after one tie has become another; followers are others' ties and stay. */
export function recounted(counts: LinkCounts, from: Tie, to: Tie): LinkCounts {
  const change = (tie: Tie) => Number(to === tie) - Number(from === tie)
  return {
    followers: counts.followers,
    following: Math.max(0, counts.following + change('following')),
    blocked: Math.max(0, counts.blocked + change('blocked')),
  }
}
