/** Files and songs for the tests of the session and its screen. */
import type { SongFile } from '../../../src/plugins/midi-file/tokens.js'

export function fileOf(name: string, content: string | Uint8Array, size?: number): SongFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return { name, size: size ?? bytes.length, bytes: async () => bytes }
}

/** Notes as `[pitch, start, duration]` in seconds, a list for each track. */
export function songJson(name: string, tracks: readonly (readonly [number, number, number][])[], drums = -1) {
  return JSON.stringify({
    header: { name },
    tracks: tracks.map((notes, index) => ({
      name: `Part ${index + 1}`,
      channel: index === drums ? 9 : index,
      instrument: { number: 24 },
      notes: notes.map(([midi, time, duration]) => ({ midi, time, duration, velocity: 1 })),
    })),
  })
}
