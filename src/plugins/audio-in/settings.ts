import * as z from 'zod/mini'
import { phrase } from '../../core/platform/phrases.js'
import { defineSettings } from '../../core/settings/section.js'

export const DEFAULT_INPUT = phrase('Default device')
const MOST_CHANNELS = 32

export const channelNumbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const schema = z.object({
  /** ID of the audio input; empty for the default one. */
  device: z.string(),
  /** From 1. An input with fewer channels uses its last one. */
  channel: z.int().check(z.gte(1), z.lte(MOST_CHANNELS)),
})

export type AudioInputSettings = z.infer<typeof schema>

export const audioInputSettings = defineSettings<AudioInputSettings>({
  id: 'AudioInput',
  title: 'Guitar (audio)',
  version: '1',
  schema,
  sync: 'device',
  defaults: { device: '', channel: 1 },
  fields: [
    {
      id: 'device',
      title: 'Audio input',
      choices: 'audio-in.choose-device.device',
      command: 'audio-in.choose-device',
    },
    {
      id: 'channel',
      title: 'Input channel',
      choices: 'audio-in.choose-channel.channel',
      command: 'audio-in.choose-channel',
    },
  ],
})

export const ARGS = {
  device: z.strictObject({ device: schema.shape.device }),
  channel: z.strictObject({ channel: schema.shape.channel }),
}
