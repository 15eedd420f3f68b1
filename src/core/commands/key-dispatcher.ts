/** Turns key presses into commands: single strokes, and sequences that wait for their next stroke. */

import type { Disposable } from '../platform/disposable.js'
import type { ClockPort } from '../platform/ports.js'
import type { CommandRegistry } from './command-registry.js'
import { type KeyPress, type KeyStroke, parseBinding, strokeMatches } from './keys.js'

/** A sequence begun is forgotten after this long, in milliseconds. */
const SEQUENCE_MS = 1200

export type KeyOutcome = 'run' | 'waiting' | 'none'

export class KeyDispatcher {
  private begun: readonly KeyPress[] = []
  private forgetting: Disposable | undefined
  private readonly parsed = new Map<string, readonly KeyStroke[]>()

  constructor(
    private readonly commands: CommandRegistry,
    private readonly clock: ClockPort,
    private readonly mac: boolean,
  ) {}

  /**
   * @param typing true while the focus is where text is written: then only strokes with ctrl, meta or alt count
   * @returns `run` or `waiting` where the press was ours: the host then keeps it from doing anything else
   */
  press(press: KeyPress, typing: boolean): KeyOutcome {
    if (['Control', 'Meta', 'Alt', 'AltGraph', 'Shift', 'CapsLock'].includes(press.key)) return 'none'
    if (typing && !press.ctrlKey && !press.metaKey && !press.altKey) return 'none'
    const presses = [...this.begun, press]
    this.forget()
    let waiting = false
    for (const command of this.commands.all.getState()) {
      for (const binding of command.keys) {
        const strokes = this.strokes(binding)
        if (strokes.length < presses.length) continue
        if (!presses.every((each, index) => matches(strokes[index], each))) continue
        if (!this.commands.isEnabled(command.id)) continue
        if (strokes.length === presses.length) {
          void this.commands.execute(command.id)
          return 'run'
        }
        waiting = true
      }
    }
    if (waiting) {
      this.begun = presses
      this.forgetting = this.clock.after(SEQUENCE_MS, () => this.forget())
      return 'waiting'
    }
    // The press that broke a sequence may be a key of its own.
    return presses.length > 1 ? this.press(press, typing) : 'none'
  }

  private forget(): void {
    this.begun = []
    this.forgetting?.dispose()
    this.forgetting = undefined
  }

  private strokes(binding: string): readonly KeyStroke[] {
    const known = this.parsed.get(binding)
    if (known) return known
    const strokes = parseBinding(binding, this.mac)
    this.parsed.set(binding, strokes)
    return strokes
  }
}

function matches(stroke: KeyStroke | undefined, press: KeyPress): boolean {
  return stroke !== undefined && strokeMatches(stroke, press)
}
