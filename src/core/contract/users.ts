import * as z from 'zod/mini'
import { authUser } from './auth.js'
import { defineEndpoint, language, pageNumber, personName, text, userId } from './endpoint.js'

const USER = '/presence/api/v1/user'

const shown = {
  name: z.string(),
  handle: z.string(),
  bio: z.string(),
  instruments: z.array(z.string()),
  avatar: z.optional(z.string()),
}

export const publicProfile = z.object({
  ...{ id: z.string(), ...shown },
  isFollowing: z.boolean(),
  isBlocked: z.boolean(),
})
export type PublicProfile = z.infer<typeof publicProfile>

export const handle = z.string().check(
  z.regex(/^[a-z0-9_]{3,30}$/),
  z.refine(value => /[a-z0-9]/.test(value), 'has neither a letter nor a digit'),
)

/** Maximum PostgreSQL `integer`. */
const MOST_TUNINGS = 2_147_483_647

const profileBody = z.strictObject({
  name: personName,
  handle,
  bio: text(0, 1000),
  instruments: z.array(text(1, 50)).check(z.maxLength(20)),
  favouriteTuningId: z.optional(z.int().check(z.minimum(0), z.maximum(MOST_TUNINGS))),
  public: z.boolean(),
  language: z.optional(language),
})
export type ProfileBody = z.infer<typeof profileBody>

export const profile = z.object({
  ...shown,
  favouriteTuningId: z.optional(z.number()),
  public: z.boolean(),
  language: z.optional(z.string()),
})
export type Profile = z.infer<typeof profile>

export const linkedProfile = z.extend(publicProfile, {
  /** A follower with a private profile. Only the name and handle are sent. */
  isPrivate: z.optional(z.literal(true)),
})
export type LinkedProfile = z.infer<typeof linkedProfile>

const byId = { params: z.strictObject({ id: userId }), errors: ['not_found'] } as const

const profilePage = z.object({ items: z.array(publicProfile), total: z.number() })

export const searchUsers = defineEndpoint('user.search', `POST ${USER}/search/`, {
  cost: 5,
  summary: 'Search people by the beginnings of names and handles',
  body: z.strictObject({
    query: text(0, 100),
    page: z.int().check(z.minimum(1), z.maximum(10_000)),
    pageSize: z.int().check(z.minimum(1), z.maximum(100)),
  }),
  // The total is exact up to a few hundred users. `more` is true if there are matches beyond the last page.
  answer: z.extend(profilePage, { more: z.boolean() }),
})

export const userSummary = defineEndpoint('user.summary', `GET ${USER}/summary/`, {
  summary: 'Count your followers, followed and blocked people',
  answer: z.object({ followers: z.number(), following: z.number(), blocked: z.number() }),
})

export const userById = defineEndpoint('user.get', `GET ${USER}/{id}`, {
  summary: 'Get a user: full details only for yourself and administrators',
  ...byId,
  answer: z.union([z.extend(authUser, { profile }), publicProfile]),
})

export const ownProfile = defineEndpoint('user.profile', `GET ${USER}/profile/`, {
  summary: 'Get your profile',
  answer: profile,
})

export const saveProfile = defineEndpoint('user.save-profile', `POST ${USER}/profile/`, {
  cost: 10,
  summary: 'Update your profile',
  body: profileBody,
  answer: profile,
  errors: ['handle_taken'],
})

export const publicUser = defineEndpoint('user.public', `GET ${USER}/public/{id}`, {
  summary: 'Get a user’s public profile',
  ...byId,
  answer: publicProfile,
})

export const userByHandle = defineEndpoint('user.by-handle', `GET ${USER}/handle/{handle}`, {
  summary: 'Get the public profile of the user with this handle',
  params: z.strictObject({ handle }),
  answer: publicProfile,
  errors: ['not_found'],
})

export const blockUser = defineEndpoint('user.block', `POST ${USER}/block/{id}/{blocked}`, {
  cost: 5,
  summary: 'Block (1) or unblock (0) a user',
  params: z.strictObject({ id: userId, blocked: z.enum(['0', '1']) }),
  errors: ['self_link', 'not_found'],
})

export const followUser = defineEndpoint('user.follow', `POST ${USER}/link/{id}`, {
  cost: 5,
  summary: 'Follow a user',
  ...byId,
  errors: ['self_link', 'forbidden', 'not_found'],
})

export const followNobody = defineEndpoint('user.follow-nobody', `POST ${USER}/link/`, {
  summary: 'Always rejected: the user ID is missing from the path',
  errors: ['user_missing'],
})

export const unfollowUser = defineEndpoint('user.unfollow', `DELETE ${USER}/link/{id}`, {
  cost: 5,
  summary: 'Unfollow a user',
  ...byId,
})

export const userLinks = defineEndpoint('user.links', `GET ${USER}/link/`, {
  cost: 5,
  summary: 'List followers, followed or blocked people',
  query: z.strictObject({
    kind: z.enum(['followers', 'following', 'blocked']),
    page: z.optional(pageNumber),
  }),
  answer: z.extend(profilePage, { items: z.array(linkedProfile) }),
})
