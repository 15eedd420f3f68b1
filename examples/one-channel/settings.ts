/** The selected channel, and the argument of the command that changes it. */
import { defineSettings } from '@fretwork/sdk'
import * as z from 'zod/mini'

/** 1–16, or 0 for all channels. */
const channel = z.int().check(z.gte(0), z.lte(16))

export const listenToArgs = z.strictObject({ channel })
export type ListenToArgs = z.infer<typeof listenToArgs>

export const oneChannelSettings = defineSettings<{ channel: number }>({
  id: 'OneChannel',
  title: 'One channel',
  version: '1',
  schema: z.object({ channel }),
  defaults: { channel: 0 },
  fields: [{ id: 'channel', title: 'Channel (0 = all)', command: 'one-channel.listen-to' }],
})
