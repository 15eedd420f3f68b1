/** Plays the neck as an instrument: each note goes into the MIDI input, so that it lights and is logged, and out. */

import { type Position, pitchAt } from '../../../core/music/guitar/position.js'
import { noteOff, noteOn } from '../../../core/music/midi/midi-message.js'
import type { Disposable } from '../../../core/platform/disposable.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import { type MidiInput, type MidiOutput, NECK_PORT } from '../../midi-io/tokens.js'
import type { NeckPlayer, NeckView } from '../tokens.js'

/** How long one played note sounds, in milliseconds. */
export const NOTE_MS = 700
/** How long each note of a stroke sounds. */
export const STRUM_MS = 1600
/** From one string of a stroke to the next: a slow downstroke. */
export const STRUM_STEP_MS = 45

const CHANNEL = 1
/** The neck has no feel for strength: what is clicked is half loud (specification, section 9). */
const VELOCITY = 0.5

export interface NeckPlayerParts {
  readonly clock: Pick<ClockPort, 'after'>
  readonly input: Pick<MidiInput, 'receive'>
  readonly output: Pick<MidiOutput, 'playNote'>
  readonly view: () => Pick<NeckView, 'tuning' | 'capo'>
}

export function createNeckPlayer({ clock, input, output, view }: NeckPlayerParts): NeckPlayer & Disposable {
  /** What each string sounds, and the timer that will end it: a string has one note at a time. */
  const strings = new Map<number, { end(): void; readonly timer: Disposable }>()
  let stroke: Disposable[] = []

  const stop = (string: number) => {
    const sounding = strings.get(string)
    strings.delete(string)
    sounding?.timer.dispose()
    sounding?.end()
  }

  const sound = ({ string, fret }: Position, duration: number) => {
    const { tuning, capo } = view()
    const pitch = pitchAt(tuning, capo, string, fret)
    if (pitch === undefined) return
    stop(string)
    const options = { portId: NECK_PORT, string }
    input.receive(noteOn(CHANNEL, pitch, VELOCITY), options)
    output.playNote(pitch, { duration })
    strings.set(string, {
      end: () => void input.receive(noteOff(CHANNEL, pitch), options),
      timer: clock.after(duration, () => stop(string)),
    })
  }

  const endStroke = () => {
    for (const timer of stroke) timer.dispose()
    stroke = []
  }

  return {
    play: position => sound(position, NOTE_MS),
    together(positions) {
      endStroke()
      for (const position of positions) sound(position, STRUM_MS)
    },
    strum(positions) {
      endStroke()
      const { tuning, capo } = view()
      const pitch = ({ string, fret }: Position) => pitchAt(tuning, capo, string, fret) ?? 0
      stroke = positions
        .toSorted((a, b) => pitch(a) - pitch(b))
        .map((position, index) => clock.after(index * STRUM_STEP_MS, () => sound(position, STRUM_MS)))
    },
    dispose() {
      endStroke()
      for (const string of [...strings.keys()]) stop(string)
    },
  }
}
