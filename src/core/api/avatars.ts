// The calls about the picture of a user.
import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.js'
import { userId } from './fields.js'

const AVATAR = '/presence/api/v1/user/avatar/'

/** The largest picture that the server takes: as a file, … */
export const PICTURE_BYTES = 256 * 1024
/** … and in width and height. */
export const PICTURE_PIXELS = 256

const BASE64_LENGTH = 4 * Math.ceil(PICTURE_BYTES / 3)

export const saveAvatar = defineEndpoint({
  name: 'user.save-avatar',
  method: 'PUT',
  path: AVATAR,
  summary: 'Set your picture: a PNG of at most 256 KB and 256 × 256 pixels, as base64',
  auth: 'bearer',
  body: z.strictObject({ picture: z.string().check(z.minLength(1), z.maxLength(BASE64_LENGTH)) }),
  bodyLimit: BASE64_LENGTH + 1024,
  answer: z.object({ avatar: z.string() }),
  status: 200,
  errors: ['picture_refused', 'rate_limited'],
})

export const removeAvatar = defineEndpoint({
  name: 'user.remove-avatar',
  method: 'DELETE',
  path: AVATAR,
  summary: 'Take your picture away',
  auth: 'bearer',
  status: 204,
  errors: [],
})

/** Seen by whom the profile is seen. */
export const avatarOf = defineEndpoint<{ id: string }, undefined, undefined, Uint8Array>({
  name: 'user.avatar',
  method: 'GET',
  path: `${AVATAR}{id}`,
  summary: 'The picture of a user',
  auth: 'bearer',
  params: z.strictObject({ id: userId }),
  media: 'image/png',
  status: 200,
  errors: ['not_found'],
})
