import { describe, expect, it } from 'vitest'
import { FeedbackDetector } from '../../../src/plugins/audio-in/feedback.js'

/** Normally distributed numbers from a fixed sequence, by the central limit theorem. */
function spreads(deviation: number, seedAtFirst: number): () => number {
  let seed = seedAtFirst
  const uniform = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  return () => deviation * (Array.from({ length: 12 }, uniform).reduce((sum, each) => sum + each, 0) - 6)
}

interface Setting {
  /** Standard deviation of the time between a sent and a heard note, ms. */
  readonly deviation: number
  /** Portion of the heard notes that were sent. */
  readonly sent?: number
  readonly delay?: number
  readonly seed?: number
}

function isDetected({ deviation, sent = 1, delay = 150, seed = 1 }: Setting): boolean {
  const detector = new FeedbackDetector()
  const spread = spreads(deviation, seed)
  let detected = false
  for (let index = 0; index < 200; index += 1) {
    const [pitch, at] = [40 + ((index * 7) % 24), 1000 + 300 * index]
    detector.send(pitch, at)
    detector.send(pitch - 12, at)
    const heard = (index % 10) / 10 < sent ? pitch : pitch + 1
    detected = detector.hear(heard, at + delay + spread()) || detected
  }
  return detected
}

describe('feedback detector', () => {
  it.each([0, 1, 3])('detects loudspeakers whose notes are heard within %i ms', deviation => {
    expect(isDetected({ deviation })).toBe(true)
  })

  it.each([15, 25, 40])('ignores a musician who plays the sent notes within %i ms', deviation => {
    const songs = Array.from({ length: 20 }, (_, index) => isDetected({ deviation, seed: 1 + 77 * index }))
    expect(songs).toEqual(songs.map(() => false))
  })

  it('detects loudspeakers while the musician also plays other notes', () => {
    expect(isDetected({ deviation: 2, sent: 0.8 })).toBe(true)
  })

  it('ignores other notes, and notes that are heard much later or before they are sent', () => {
    expect(isDetected({ deviation: 1, sent: 0.3 })).toBe(false)
    expect(isDetected({ deviation: 1, delay: 800 })).toBe(false)
    expect(isDetected({ deviation: 1, delay: -50 })).toBe(false)
  })
})
