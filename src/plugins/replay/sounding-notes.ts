/** Which notes of a log sound at a moment. */
import type { MidiEvent, NoteEvent } from '../../core/music/midi/midi-event.js'

/** Percussion has no place on a neck. */
const DRUMS = 10

/** @param at ms on the log's clock, its end unless given; what begins then sounds @returns notes in the order in which they began */
export function soundingNotes(events: readonly MidiEvent[], at = Number.POSITIVE_INFINITY): NoteEvent[] {
  const sounding = new Map<string, NoteEvent>()
  for (const event of events) {
    if (event.kind !== 'note' || event.channel === DRUMS || event.at > at) continue
    sounding.delete(event.note)
    if (event.on) sounding.set(event.note, event)
  }
  return [...sounding.values()]
}
