/** The notes of one channel, from note-on until note-off, or until the pedals release them. */
import { CONTROLLER, endsAllNotes, isOn } from './controllers.js'

export interface HeldNote {
  /** Held by a finger, not by a pedal alone. */
  down: boolean
  /** It was down when the sostenuto pedal was pressed. */
  caught: boolean
}

export class HeldNotes<N extends HeldNote> {
  private readonly notes = new Map<number, N>()
  private sustain = false
  private sostenuto = false

  /**
   * @param onEnd called with each note that ends; `cut` where it stops at once instead of dying away
   * @param from notes and pedals to begin with
   */
  constructor(
    private readonly onEnd: (note: N, cut: boolean) => void = () => undefined,
    from?: HeldNotes<N>,
  ) {
    if (!from) return
    for (const [key, note] of from.notes) this.notes.set(key, { ...note })
    this.sustain = from.sustain
    this.sostenuto = from.sostenuto
  }

  get(key: number): N | undefined {
    return this.notes.get(key)
  }

  values(): Iterable<N> {
    return this.notes.values()
  }

  /** Begins a note. A note of the same key is ended first: struck again it is one note, which one note-off ends. */
  begin(key: number, note: N): void {
    this.end(key, false)
    this.notes.set(key, note)
  }

  /** The finger is lifted. @returns whether a pedal keeps the note sounding */
  release(key: number): boolean {
    const note = this.notes.get(key)
    if (!note) return false
    note.down = false
    if (this.isKept(note)) return true
    this.end(key, false)
    return false
  }

  end(key: number, cut: boolean): void {
    const note = this.notes.get(key)
    if (!note) return
    this.notes.delete(key)
    this.onEnd(note, cut)
  }

  /**
   * Takes in a control change; only pedals and mode messages do anything here.
   *
   * - Sustain (64) keeps every note, sostenuto (66) those that were down when it was pressed.
   * - All notes off (123) and mode changes (124–127) lift the fingers, not the pedals (MIDI 1.0).
   * - All sound off (120) stops everything at once, whatever the pedals.
   * - Reset all controllers (121) lifts both pedals (RP-015).
   *
   * @returns whether it was one of these
   */
  control(controller: number, value: number): boolean {
    switch (controller) {
      case CONTROLLER.sustain:
        this.sustain = isOn(value)
        break
      case CONTROLLER.sostenuto:
        // Pressed again while it's down, it catches nothing new.
        if (isOn(value) && !this.sostenuto) for (const note of this.values()) note.caught = note.down
        this.sostenuto = isOn(value)
        break
      case CONTROLLER.resetAll:
        this.liftPedals()
        break
      case CONTROLLER.allSoundOff:
        this.cut()
        break
      default:
        if (!endsAllNotes(controller)) return false
        for (const note of this.values()) note.down = false
    }
    this.endUnkept()
    return true
  }

  /** Ends every note at once. */
  cut(): void {
    for (const key of this.notes.keys()) this.end(key, true)
  }

  /** All fingers and pedals are lifted. */
  letGo(): void {
    this.liftPedals()
    this.control(CONTROLLER.allNotesOff, 0)
  }

  private liftPedals(): void {
    this.sustain = false
    this.sostenuto = false
  }

  private isKept({ down, caught }: N): boolean {
    return down || this.sustain || (caught && this.sostenuto)
  }

  private endUnkept(): void {
    for (const [key, note] of this.notes) if (!this.isKept(note)) this.end(key, false)
  }
}
