import type { ClockPort } from '../../platform/ports.js'
import { createStore, type Disposable, type ReadonlyStore } from '../../platform/store.js'
import { needsArguments } from '../command.js'
import type { Command, CommandRegistry } from '../command-registry.js'
import { type KeyPress, type KeyStroke, parseBinding, strokeMatches, strokesOf } from './keys.js'

const SEQUENCE_MS = 3000

const MODIFIERS = ['Control', 'Meta', 'Alt', 'AltGraph', 'Shift', 'CapsLock']

const EDITING = /^([acvxyz]|insert|delete|backspace|home|end|arrow\w+)$/

type KeyOutcome = 'run' | 'waiting' | 'forgotten' | 'none'

export interface KeyPrefix {
  readonly pressed: number
  readonly next: readonly { readonly binding: string; readonly command: Command }[]
}

interface Bound {
  readonly command: Command
  readonly binding: string
  readonly strokes: readonly KeyStroke[]
}

export class KeyDispatcher {
  private begun: readonly KeyPress[] = []
  private forgetting: Disposable | undefined
  private readonly prefix = createStore<KeyPrefix | undefined>(undefined)
  readonly waiting: ReadonlyStore<KeyPrefix | undefined> = this.prefix
  private known: readonly Command[] | undefined
  private bound: readonly Bound[] = []

  constructor(
    private readonly commands: CommandRegistry,
    private readonly clock: ClockPort,
    private readonly mac: boolean,
    private readonly ask: (command: string) => void,
    private readonly done?: (command: Command, value: unknown) => void,
  ) {}

  /**
   * @param typing true if a text field has focus; keys that type or edit text are then ignored
   * @returns `none` if the caller should not prevent the default action
   */
  press(press: KeyPress, typing: boolean): KeyOutcome {
    if (MODIFIERS.includes(press.key)) return 'none'
    if (typing && belongsToText(press)) return 'none'
    const presses = [...this.begun, press]
    this.forget()
    if (presses.length > 1 && press.key === 'Escape') return 'forgotten'
    const next: Bound[] = []
    for (const bound of this.bindings()) {
      const { command, strokes } = bound
      if (strokes.length < presses.length) continue
      if (!presses.every((each, index) => strokeMatches(strokes[index] as KeyStroke, each))) continue
      if (!this.commands.hasKeys(command.id)) continue
      if (strokes.length === presses.length) {
        this.run(command)
        return 'run'
      }
      next.push(bound)
    }
    if (next.length > 0) {
      this.begun = presses
      this.forgetting = this.clock.after(SEQUENCE_MS, () => this.forget())
      this.prefix.setState({ pressed: presses.length, next }, true)
      return 'waiting'
    }
    // The key that interrupted a sequence may be a binding on its own.
    return presses.length > 1 ? this.press(press, typing) : 'none'
  }

  private run(command: Command): void {
    if (needsArguments(command) && this.commands.planNeededBy(command.id) === undefined) this.ask(command.id)
    else
      void this.commands.execute(command.id).then(outcome => {
        if (outcome.ok && !outcome.noticed) this.done?.(command, outcome.value)
      })
  }

  forget(): void {
    this.begun = []
    this.forgetting?.dispose()
    this.forgetting = undefined
    if (this.prefix.getState()) this.prefix.setState(undefined, true)
  }

  private bindings(): readonly Bound[] {
    const all = this.commands.all.getState()
    if (all === this.known) return this.bound
    this.known = all
    const chosen = Object.keys(this.commands.keyLayer)
    const rank = ({ id }: Command) => -1 - chosen.indexOf(id)
    this.bound = [...all]
      .sort((a, b) => rank(a) - rank(b))
      .flatMap(command =>
        command.keys
          .filter(binding => strokesOf(binding, this.mac) !== undefined)
          .map(binding => ({ command, binding, strokes: parseBinding(binding, this.mac) })),
      )
    return this.bound
  }
}

function belongsToText(press: KeyPress): boolean {
  if (press.thirdLevel || !(press.ctrlKey || press.metaKey || press.altKey)) return true
  return EDITING.test(press.key.toLowerCase())
}
