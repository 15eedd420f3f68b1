import { CONTROLLER, isOn } from './port-state.js'

/** Returns true for “all notes off” and the mode messages 124–127, which imply it (MIDI 1.0). */
export function endsAllNotes(controller: number): boolean {
  return controller >= CONTROLLER.allNotesOff
}

export interface HeldNote {
  down: boolean
  caught: boolean
}

export class HeldNotes<N extends HeldNote> {
  private readonly notes = new Map<number, N>()
  private sustain = false
  private sostenuto = false

  /** @param onEnd called when a note ends; `cut` means abruptly, without decay */
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

  begin(key: number, note: N): void {
    this.end(key, false)
    this.notes.set(key, note)
  }

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
   * Applies a pedal or mode message (MIDI 1.0; RP-015 for reset). “All notes off” and mode changes release
   * keys but not pedals.
   * @returns true for a pedal or mode message
   */
  control(controller: number, value: number): boolean {
    switch (controller) {
      case CONTROLLER.sustain:
        this.sustain = isOn(value)
        break
      case CONTROLLER.sostenuto:
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

  cut(): void {
    for (const key of this.notes.keys()) this.end(key, true)
  }

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
