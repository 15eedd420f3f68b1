/**
 * What was set by registered and non-registered parameters (MIDI 1.0): a value of its own for each, all of them
 * sent by the same two controllers. The bend range is one of them.
 */
import { CONTROLLER } from '../../../core/music/midi/controller-numbers.js'

/** Both halves at 127: no parameter. */
const NONE = 127
const UNSET = -1

interface Selection {
  /** By its coarse and fine controllers: 101 and 100, or 99 and 98. */
  readonly registered: boolean
  coarse: number
  fine: number
}

interface Parameter extends Readonly<Selection> {
  value: number
  fineValue: number
}

/** A controller and its value. */
export type Setting = readonly [controller: number, value: number]

/** Of one channel. */
export class ParameterState {
  private selected: Selection | undefined
  /** In the order in which they were set last. */
  private parameters: readonly Parameter[] = []

  /** Takes in one of the controllers that select a parameter or set its value; others mean nothing here. */
  control(controller: number, value: number): void {
    switch (controller) {
      case CONTROLLER.registeredCoarse:
      case CONTROLLER.registeredFine:
        this.select(true, controller === CONTROLLER.registeredCoarse, value)
        break
      case CONTROLLER.nonRegisteredCoarse:
      case CONTROLLER.nonRegisteredFine:
        this.select(false, controller === CONTROLLER.nonRegisteredCoarse, value)
        break
      case CONTROLLER.dataEntry:
      case CONTROLLER.dataEntryFine:
        this.enter(controller === CONTROLLER.dataEntry, value)
        break
      // Increments and decrements are steps, and no values: sent once more they would make another step.
    }
  }

  /** *Reset all controllers* selects none, and leaves what was set (MIDI recommended practice RP-015). */
  deselect(): void {
    this.selected = undefined
  }

  clone(): ParameterState {
    const copy = new ParameterState()
    copy.selected = this.selected && { ...this.selected }
    copy.parameters = this.parameters.map(parameter => ({ ...parameter }))
    return copy
  }

  /** The messages that bring another device to the same: each parameter is selected before its value comes. */
  settings(): Setting[] {
    const { selected } = this
    const isSelected = (parameter: Parameter) => selected !== undefined && isSame(parameter, selected)
    const last = this.parameters.find(isSelected)
    const others = this.parameters.filter(parameter => parameter !== last)
    const settings = [...others, ...(last ? [last] : [])].flatMap(parameter => [
      ...selecting(parameter),
      ...known(CONTROLLER.dataEntry, parameter.value),
      ...known(CONTROLLER.dataEntryFine, parameter.fineValue),
    ])
    if (last) return settings
    if (selected) return [...settings, ...selecting(selected)]
    const none = { registered: true, coarse: NONE, fine: NONE }
    return settings.length > 0 ? [...settings, ...selecting(none)] : []
  }

  private select(registered: boolean, isCoarse: boolean, value: number): void {
    if (this.selected?.registered !== registered) {
      this.selected = { registered, coarse: UNSET, fine: UNSET }
    }
    if (isCoarse) this.selected.coarse = value
    else this.selected.fine = value
  }

  private enter(isCoarse: boolean, value: number): void {
    const { selected } = this
    if (!selected || selected.coarse === UNSET || selected.fine === UNSET) return
    if (selected.coarse === NONE && selected.fine === NONE) return
    let parameter = this.parameters.find(each => isSame(each, selected))
    if (!parameter) {
      parameter = { ...selected, value: UNSET, fineValue: UNSET }
      this.parameters = [...this.parameters, parameter]
    }
    if (!isCoarse) {
      parameter.fineValue = value
      return
    }
    parameter.value = value
    // The coarse half sets the fine one to 0; it comes after it, or not at all (MIDI 1.0).
    parameter.fineValue = UNSET
  }
}

function isSame(a: Readonly<Selection>, b: Readonly<Selection>): boolean {
  return a.registered === b.registered && a.coarse === b.coarse && a.fine === b.fine
}

function selecting({ registered, coarse, fine }: Readonly<Selection>): Setting[] {
  return registered
    ? [...known(CONTROLLER.registeredCoarse, coarse), ...known(CONTROLLER.registeredFine, fine)]
    : [...known(CONTROLLER.nonRegisteredCoarse, coarse), ...known(CONTROLLER.nonRegisteredFine, fine)]
}

function known(controller: number, value: number): Setting[] {
  return value === UNSET ? [] : [[controller, value]]
}
