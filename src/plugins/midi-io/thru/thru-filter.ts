/** Which messages MIDI thru lets through. */
import type { ThruSettings } from '../thru-settings.js'

export type ThruKind = 'notes' | 'controllers' | 'bend' | 'programs' | 'pressure' | 'sysex' | 'realtime'

export const THRU_KINDS: readonly ThruKind[] = [
  'notes',
  'controllers',
  'bend',
  'programs',
  'pressure',
  'sysex',
  'realtime',
]

/** Kinds of channel messages, by the high nibble of their status. */
const CHANNEL_KINDS: Readonly<Record<number, ThruKind>> = {
  8: 'notes',
  9: 'notes',
  10: 'pressure',
  11: 'controllers',
  12: 'programs',
  13: 'pressure',
  14: 'bend',
}
const ACTIVE_SENSING = 0xfe

/**
 * Makes the test by a message's status byte: a table of the 256, so that a message costs one look. Active sensing
 * watches over one cable and is never passed on: the cable to the output is another one.
 */
export function thruFilter(settings: Pick<ThruSettings, ThruKind | 'channels'>): (status: number) => boolean {
  const passes = Array.from({ length: 256 }, (_, status) => {
    if (status < 0x80 || status === ACTIVE_SENSING) return false
    if (status < 0xf0) {
      const kind = CHANNEL_KINDS[status >> 4]
      return kind !== undefined && settings[kind] && settings.channels.includes((status & 15) + 1)
    }
    return status === 0xf0 ? settings.sysex : settings.realtime
  })
  return status => passes[status] === true
}
