/**
 * Reads the channel messages of a MIDI file in time order. For independent results, it shares no code with
 * the product.
 */
export interface ChannelMessage {
  readonly tick: number
  readonly status: number
  readonly one: number
  readonly two: number
}

export function midiEvents(bytes: Uint8Array): { ppq: number; events: ChannelMessage[] } {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const events: ChannelMessage[] = []
  for (let chunk = 14; chunk < bytes.length; chunk += 8 + view.getUint32(chunk + 4)) {
    let [place, tick, status] = [chunk + 8, 0, 0]
    const byte = () => bytes[place++] ?? 0
    const number = () => {
      let value = 0
      for (;;) {
        const next = byte()
        value = (value << 7) | (next & 127)
        if (next < 128) return value
      }
    }
    const end = place + view.getUint32(chunk + 4)
    while (place < end) {
      tick += number()
      if ((bytes[place] ?? 0) >= 128) status = byte()
      if (status >= 0xf0) {
        if (status === 0xff) byte()
        const length = number()
        place += length
      } else {
        const one = byte()
        events.push({ tick, status, one, two: status >> 5 === 6 ? 0 : byte() })
      }
    }
  }
  return { ppq: view.getUint16(12), events: events.sort((a, b) => a.tick - b.tick) }
}
