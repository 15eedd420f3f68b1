import { blockUser, followUser, type PublicProfile, unfollowUser } from '../../../core/contract/users.js'
import type { ApiClient } from '../../../core/http/api-client.js'
import { ApiError } from '../../../core/http/api-error.js'

/** Blocked people are never followed. */
export type Relationship = 'none' | 'following' | 'blocked'

/** The name is empty if the profile is private. */
export type Person = Pick<PublicProfile, 'id' | 'name'>

export type LinkKind = 'followers' | 'following' | 'blocked'
export type LinkCounts = Readonly<Record<LinkKind, number>>

export type LinkAction = 'follow' | 'unfollow' | 'block' | 'unblock'

export const RESULT_OF: Readonly<Record<LinkAction, Relationship>> = {
  follow: 'following',
  unfollow: 'none',
  block: 'blocked',
  unblock: 'none',
}

const CALLS: Readonly<Record<LinkAction, (api: ApiClient, id: string) => Promise<unknown>>> = {
  follow: (api, id) => api.call(followUser, { params: { id } }),
  unfollow: (api, id) => api.call(unfollowUser, { params: { id } }),
  block: (api, id) => api.call(blockUser, { params: { id, blocked: '1' } }),
  unblock: (api, id) => api.call(blockUser, { params: { id, blocked: '0' } }),
}

export async function runAction(api: ApiClient, action: LinkAction, id: string): Promise<void> {
  try {
    await CALLS[action](api, id)
  } catch (error) {
    // A deleted person counts as unfollowed.
    if (action === 'unfollow' && error instanceof ApiError && error.code === 'not_found') return
    throw error
  }
}

/** Someone who is blocked has to be unblocked before being followed. `from` and `to` must differ. */
export function nextAction(from: Relationship, to: Relationship): LinkAction {
  if (to === 'blocked') return 'block'
  if (from === 'blocked') return 'unblock'
  return to === 'following' ? 'follow' : 'unfollow'
}

export function relationshipOf(person: Pick<PublicProfile, 'isFollowing' | 'isBlocked'>): Relationship {
  if (person.isBlocked) return 'blocked'
  return person.isFollowing ? 'following' : 'none'
}

/** Returns the counts after one relationship has changed. Only other users affect the follower count. */
export function adjustedCounts(counts: LinkCounts, from: Relationship, to: Relationship): LinkCounts {
  const change = (kind: Relationship) => Number(to === kind) - Number(from === kind)
  return {
    followers: counts.followers,
    following: Math.max(0, counts.following + change('following')),
    blocked: Math.max(0, counts.blocked + change('blocked')),
  }
}
