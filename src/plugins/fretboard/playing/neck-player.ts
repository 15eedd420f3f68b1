import { CLOCK } from '../../../core/kernel/tokens.js'
import { inject, injectable } from '../../../core/platform/inject.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import type { Disposable, ReadonlyStore } from '../../../core/platform/store.js'
import { type Position, pitchAt } from '../../../music/guitar/position.js'
import { noteOff, noteOn } from '../../../music/midi/midi-message.js'
import { MIDI_INPUT, MIDI_OUTPUT, type MidiInput, type MidiOutput, NECK_PORT } from '../../midi-io/tokens.js'
import { NECK_VIEW, type NeckPlayer, type NeckView } from '../tokens.js'

const NOTE_MS = 700
const CHORD_MS = 1600
const STRUM_STEP_MS = 45 // a slow downstroke

const CHANNEL = 1
const VELOCITY = 0.5 // MIDI 1.0, section 9: half the range for sources without velocity

@injectable()
export class LiveNeckPlayer implements NeckPlayer, Disposable {
  private readonly strings = new Map<number, { end(): void; readonly timer: Disposable }>()
  private strumming: readonly Disposable[] = []

  constructor(
    @inject(CLOCK) private readonly clock: Pick<ClockPort, 'after'>,
    @inject(MIDI_INPUT) private readonly input: Pick<MidiInput, 'receive'>,
    @inject(MIDI_OUTPUT) private readonly output: Pick<MidiOutput, 'playNote'>,
    @inject(NECK_VIEW) private readonly view: ReadonlyStore<Pick<NeckView, 'tuning' | 'capo'>>,
  ) {}

  play(position: Position): void {
    this.sound(position, NOTE_MS)
  }

  together(positions: readonly Position[]): void {
    this.endStrum()
    for (const position of positions) this.sound(position, CHORD_MS)
  }

  strum(positions: readonly Position[], apart = STRUM_STEP_MS): void {
    this.endStrum()
    this.strumming = positions
      .toSorted((a, b) => (this.pitchOf(a) ?? 0) - (this.pitchOf(b) ?? 0))
      .map((position, index) => this.clock.after(index * apart, () => this.sound(position, CHORD_MS)))
  }

  dispose(): void {
    this.endStrum()
    for (const string of [...this.strings.keys()]) this.stop(string)
  }

  private pitchOf({ string, fret }: Position): number | undefined {
    const { tuning, capo } = this.view.getState()
    return pitchAt(tuning, capo, string, fret)
  }

  private sound(position: Position, duration: number): void {
    const { string } = position
    const pitch = this.pitchOf(position)
    if (pitch === undefined) return
    this.stop(string)
    const options = { portId: NECK_PORT, string }
    this.input.receive(noteOn(CHANNEL, pitch, VELOCITY), options)
    this.output.playNote(pitch, { duration })
    this.strings.set(string, {
      end: () => void this.input.receive(noteOff(CHANNEL, pitch), options),
      timer: this.clock.after(duration, () => this.stop(string)),
    })
  }

  private stop(string: number): void {
    const sounding = this.strings.get(string)
    this.strings.delete(string)
    sounding?.timer.dispose()
    sounding?.end()
  }

  private endStrum(): void {
    for (const timer of this.strumming) timer.dispose()
    this.strumming = []
  }
}
