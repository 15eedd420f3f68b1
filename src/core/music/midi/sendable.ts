/** Whether bytes are one whole message that a port takes: browsers throw for anything else, or drop it silently. */

const SYSEX = 0xf0
const SYSEX_END = 0xf7

/** Bytes of a channel message, by its high nibble. */
const CHANNEL_LENGTHS: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 3, 3, 2, 2, 3]
/** Bytes of a system message from 0xF0 on; 0 for what has no fixed length and for what MIDI 1.0 leaves undefined. */
const SYSTEM_LENGTHS: readonly number[] = [0, 2, 3, 2, 0, 0, 1, 0, 1, 0, 1, 1, 1, 0, 1, 1]

/**
 * True for exactly one complete MIDI 1.0 message: status byte first, as many data bytes of 0–127 as it needs,
 * a system-exclusive message with its end (Web MIDI, `MIDIOutput.send`).
 *
 * @example isSendable([0x90, 60, 100]) // true
 * @example isSendable([0x90, 60]) // false
 */
export function isSendable(bytes: ArrayLike<number>): boolean {
  const status = bytes[0] ?? 0
  if (status === SYSEX) {
    const last = bytes.length - 1
    return last > 0 && bytes[last] === SYSEX_END && areDataBytes(bytes, last)
  }
  const length = status < SYSEX ? CHANNEL_LENGTHS[status >> 4] : SYSTEM_LENGTHS[status - SYSEX]
  return length !== undefined && length > 0 && bytes.length === length && areDataBytes(bytes, length)
}

/** From the second byte to before `end`. */
function areDataBytes(bytes: ArrayLike<number>, end: number): boolean {
  for (let index = 1; index < end; index += 1) {
    const byte = bytes[index] ?? -1
    if (!(byte >= 0 && byte <= 127 && Number.isInteger(byte))) return false
  }
  return true
}
