import { type MidiEvent, midiEventJson } from '../../src/core/music/midi/midi-event.js'
import type { ProblemReport } from '../../src/plugins/problem-report/tokens.js'

export function logOf({ steps }: ProblemReport): string {
  const midi = steps.filter(step => step.kind === 'midi')
  return midi
    .map(({ raw, port, time, at, event = {} }, index) => {
      const bytes = raw.split(' ').map(byte => Number.parseInt(byte, 16))
      const whole = { ...event, key: index + 1, time, at, portId: port, raw: bytes } as unknown as MidiEvent
      return `${midiEventJson(whole)}\n`
    })
    .join('')
}
