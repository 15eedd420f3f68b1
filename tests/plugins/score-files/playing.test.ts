/** What is played of a Guitar Pro file is what alphaTab plays: its own MIDI file of the same score is the peer. */
import { describe, expect, it } from 'vitest'
import { parseSong, type Song } from '../../../src/core/music/song/song.js'
import { importer, midi, Settings } from '../../../src/plugins/score-files/engine.js'
import { readChecked } from '../../../src/plugins/score-files/reading/read-score.js'
import { bytesOf, HAS_GIVEN_FILES, TRIED_FILES } from './given-files.js'

/** By tick, then by text, so that both lists have one order for what happens at once. */
const inOrder = (events: readonly string[]) =>
  [...events].sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1))

function ours({ header, tracks }: Song): string[] {
  const events: string[] = []
  for (const [
    index,
    { notes, programChanges = [], instrument, controlChanges, pitchBends },
  ] of tracks.entries()) {
    events.push(`0 track ${index} program ${instrument.number}`)
    for (const { ticks, number, channel } of programChanges) {
      if (channel === undefined) events.push(`${ticks} track ${index} program ${number}`)
    }
    for (const { ticks, durationTicks, midi, velocity } of notes) {
      events.push(`${ticks} track ${index} on ${midi} at ${Math.round(velocity * 127)}`)
      events.push(`${ticks + durationTicks} track ${index} off ${midi}`)
    }
    for (const { ticks, value, channel } of pitchBends) {
      const which = channel === undefined ? 'first' : 'second'
      events.push(`${ticks} track ${index} ${which} bend ${Math.min(16384, Math.round(value * 8192 + 8192))}`)
    }
    for (const { ticks, number, value, channel } of Object.values(controlChanges).flat()) {
      if (channel === undefined) events.push(`${ticks} track ${index} controller ${number} ${value * 127}`)
    }
  }
  for (const { ticks, timeSignature } of header.timeSignatures) {
    events.push(`${ticks} meter ${timeSignature.join('/')}`)
  }
  for (const { ticks, bpm } of header.tempos) events.push(`${ticks} tempo ${Math.round(bpm * 1000)}`)
  return inOrder(events)
}

/** Of the file that alphaTab exports. It says what it said before again; only changes count. */
function peers(bytes: Uint8Array): string[] {
  const score = importer.ScoreLoader.loadScoreFromBytes(bytes, new Settings())
  const file = new midi.MidiFile()
  new midi.MidiFileGenerator(score, new Settings(), new midi.AlphaSynthMidiFileHandler(file, true)).generate()
  const events: string[] = []
  const bends: { tick: number; track: number; channel: string; value: number; order: number }[] = []
  const programs = new Map<number, number>()
  for (const [index, { playbackInfo }] of score.tracks.entries()) {
    const before = score.tracks.slice(0, index)
    const isShared = before.some(track => track.playbackInfo.primaryChannel === playbackInfo.primaryChannel)
    if (isShared) events.push(`0 track ${index} program ${playbackInfo.program}`)
  }
  let bpm = 0
  for (const event of file.events) {
    const tick = Math.round(event.tick)
    const at = `${tick} track ${event.track}`
    const isFirst =
      'channel' in event && event.channel === score.tracks[event.track]?.playbackInfo.primaryChannel
    if (event instanceof midi.NoteOnEvent) {
      events.push(`${at} on ${event.noteKey} at ${event.noteVelocity}`)
    } else if (event instanceof midi.NoteOffEvent) events.push(`${at} off ${event.noteKey}`)
    else if (event instanceof midi.ControlChangeEvent) {
      if (isFirst) events.push(`${at} controller ${event.controller} ${event.value}`)
    } else if (event instanceof midi.ProgramChangeEvent) {
      if (!isFirst || programs.get(event.track) === event.program) continue
      programs.set(event.track, event.program)
      events.push(`${at} program ${event.program}`)
    } else if (event instanceof midi.PitchBendEvent) {
      const channel = isFirst ? 'first' : 'second'
      bends.push({ ...{ tick, track: event.track, channel, value: event.value }, order: bends.length })
    } else if (event instanceof midi.TempoChangeEvent) {
      if (event.beatsPerMinute !== bpm)
        events.push(`${tick} tempo ${Math.round(event.beatsPerMinute * 1000)}`)
      bpm = event.beatsPerMinute
    } else if (event instanceof midi.TimeSignatureEvent) {
      events.push(`${tick} meter ${event.numerator}/${2 ** event.denominatorIndex}`)
    }
  }
  const values = new Map<string, number>()
  for (const { tick, track, channel, value } of bends.sort((a, b) => a.tick - b.tick || a.order - b.order)) {
    const key = `track ${track} ${channel}`
    if ((values.get(key) ?? 8192) === value) continue
    values.set(key, value)
    events.push(`${tick} ${key} bend ${value}`)
  }
  return inOrder(events)
}

describe.skipIf(!HAS_GIVEN_FILES)('a score is played as alphaTab plays it', () => {
  it.each(TRIED_FILES.filter(([name]) => name.startsWith('guitarpro')))('%s', async (_, file) => {
    const bytes = bytesOf(file)
    const { song } = await readChecked(bytes)
    expect(ours(song as Song)).toEqual(peers(bytes))
    // And the same song when it is saved as JSON and opened again.
    expect(parseSong(JSON.parse(JSON.stringify(song)))).toEqual(song)
  })
})
