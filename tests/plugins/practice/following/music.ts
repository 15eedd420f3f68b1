// Random songs for the score follower: chords with a melody.
import { createRandom } from '../../../../bench/support/random.js'
import type { WrittenNote } from '../../../../src/plugins/practice/tokens.js'

const CHORDS = [
  [48, 55, 60],
  [45, 52, 60],
  [41, 53, 57],
  [43, 50, 59],
  [40, 52, 59],
  [50, 57, 62],
] as const
const SCALE = [60, 62, 64, 65, 67, 69, 71, 72, 74, 76] as const

/** Random bars in 4/4: a chord on the first beat, single chord notes after it, and a melody in quarters and eighths. */
export function music(seed: number, bars: number): readonly WrittenNote[] {
  const random = createRandom(seed)
  const notes: WrittenNote[] = []
  let step = 4
  for (let bar = 0; bar < bars; bar += 1) {
    const chord = random.of(CHORDS)
    for (const pitch of chord) notes.push({ onset: bar * 4, duration: 1, pitch })
    for (const beat of [1, 2, 3]) notes.push({ onset: bar * 4 + beat, duration: 1, pitch: random.of(chord) })
    for (let beat = 0; beat < 4; beat += random.of([0.5, 0.5, 1])) {
      step = Math.max(0, Math.min(SCALE.length - 1, step + random.of([-2, -1, 1, 2])))
      const pitch = SCALE[step] ?? 60
      if (!notes.some(note => note.onset === bar * 4 + beat && note.pitch === pitch))
        notes.push({ onset: bar * 4 + beat, duration: 0.5, pitch })
    }
  }
  return notes.sort((a, b) => a.onset - b.onset || a.pitch - b.pitch)
}
