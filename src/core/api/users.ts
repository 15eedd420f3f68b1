// The calls about users: search, profiles, following and blocking.
import * as z from 'zod/mini'
import { authUser } from './auth.js'
import { defineEndpoint } from './endpoint.js'
import { language, pageNumber, personName, text, userId } from './fields.js'

const USER = '/presence/api/v1/user'

export const publicProfile = z.object({
  id: z.string(),
  name: z.string(),
  handle: z.string(),
  bio: z.string(),
  instruments: z.array(z.string()),
  /** Changes with the picture; missing where there is none. */
  avatar: z.optional(z.string()),
  isFollowing: z.boolean(),
  isBlocked: z.boolean(),
})
export type PublicProfile = z.infer<typeof publicProfile>

/** 3 to 30 small letters, digits and underscores, not underscores alone; unique in the tenant. */
export const handle = z.string().check(
  z.regex(/^[a-z0-9_]{3,30}$/),
  z.refine(value => /[a-z0-9]/.test(value), 'has neither a letter nor a digit'),
)

/** As far as an integer of the database goes. */
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
  name: z.string(),
  handle: z.string(),
  bio: z.string(),
  instruments: z.array(z.string()),
  favouriteTuningId: z.optional(z.number()),
  public: z.boolean(),
  language: z.optional(z.string()),
  /** Changes with the picture; missing where there is none. */
  avatar: z.optional(z.string()),
})
export type Profile = z.infer<typeof profile>

const profilePage = z.object({ items: z.array(publicProfile), total: z.number() })

export const searchUsers = defineEndpoint({
  name: 'user.search',
  method: 'POST',
  path: `${USER}/search/`,
  summary: 'Find people by the beginnings of words',
  auth: 'bearer',
  body: z.strictObject({
    query: text(0, 100),
    page: z.int().check(z.minimum(1), z.maximum(10_000)),
    pageSize: z.int().check(z.minimum(1), z.maximum(100)),
  }),
  // The total is exact up to some hundred people; `more` says that there are others whom no page shows.
  answer: z.extend(profilePage, { more: z.boolean() }),
  status: 200,
  errors: [],
})

export const userSummary = defineEndpoint({
  name: 'user.summary',
  method: 'GET',
  path: `${USER}/summary/`,
  summary: 'How many follow you, are followed and are blocked',
  auth: 'bearer',
  answer: z.object({ followers: z.number(), following: z.number(), blocked: z.number() }),
  status: 200,
  errors: [],
})

export const userById = defineEndpoint({
  name: 'user.get',
  method: 'GET',
  path: `${USER}/{id}`,
  summary: 'One user: yourself, or as Admin, in full; others as the public sees them',
  auth: 'bearer',
  params: z.strictObject({ id: userId }),
  answer: z.union([z.extend(authUser, { profile }), publicProfile]),
  status: 200,
  errors: ['not_found'],
})

export const ownProfile = defineEndpoint({
  name: 'user.profile',
  method: 'GET',
  path: `${USER}/profile/`,
  summary: 'Your own profile',
  auth: 'bearer',
  answer: profile,
  status: 200,
  errors: [],
})

export const saveProfile = defineEndpoint({
  name: 'user.save-profile',
  method: 'POST',
  path: `${USER}/profile/`,
  summary: 'Change your own profile',
  auth: 'bearer',
  body: profileBody,
  answer: profile,
  status: 200,
  errors: ['handle_taken'],
})

export const publicUser = defineEndpoint({
  name: 'user.public',
  method: 'GET',
  path: `${USER}/public/{id}`,
  summary: 'What the public sees of a user',
  auth: 'bearer',
  params: z.strictObject({ id: userId }),
  answer: publicProfile,
  status: 200,
  errors: ['not_found'],
})

export const userByHandle = defineEndpoint({
  name: 'user.by-handle',
  method: 'GET',
  path: `${USER}/handle/{handle}`,
  summary: 'What the public sees of the user with this handle',
  auth: 'bearer',
  params: z.strictObject({ handle }),
  answer: publicProfile,
  status: 200,
  errors: ['not_found'],
})

export const blockUser = defineEndpoint({
  name: 'user.block',
  method: 'POST',
  path: `${USER}/block/{id}/{blocked}`,
  summary: 'Block a user (1) or lift the block (0)',
  auth: 'bearer',
  params: z.strictObject({ id: userId, blocked: z.enum(['0', '1']) }),
  status: 200,
  errors: ['self_link', 'not_found'],
})

export const followUser = defineEndpoint({
  name: 'user.follow',
  method: 'POST',
  path: `${USER}/link/{id}`,
  summary: 'Follow a user',
  auth: 'bearer',
  params: z.strictObject({ id: userId }),
  status: 200,
  errors: ['self_link', 'forbidden', 'not_found'],
})

export const followNobody = defineEndpoint({
  name: 'user.follow-nobody',
  method: 'POST',
  path: `${USER}/link/`,
  summary: 'Refused: following needs the user at the end of the path',
  auth: 'bearer',
  status: 200,
  errors: ['user_missing'],
})

export const unfollowUser = defineEndpoint({
  name: 'user.unfollow',
  method: 'DELETE',
  path: `${USER}/link/{id}`,
  summary: 'Stop following a user',
  auth: 'bearer',
  params: z.strictObject({ id: userId }),
  status: 200,
  errors: ['not_found'],
})

export const userLinks = defineEndpoint({
  name: 'user.links',
  method: 'GET',
  path: `${USER}/link/`,
  summary: 'Who follows you, whom you follow or block',
  auth: 'bearer',
  query: z.strictObject({
    kind: z.enum(['followers', 'following', 'blocked']),
    page: z.optional(pageNumber),
  }),
  answer: profilePage,
  status: 200,
  errors: [],
})
