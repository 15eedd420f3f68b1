import {
  BEND_CENTER,
  BEND_RANGE_PARAMETER,
  bendMessage,
  CONTROLLER,
  DEFAULT_BEND_RANGE,
  isModeMessage,
  NON_REGISTERED,
  NULL_PARAMETER,
  type ParameterSelection,
  type ParameterValue,
  type PortState,
  powerOnValue,
  UNSET,
} from './port-state.js'

/**
 * Returns the messages that change one state to another. Values that the target doesn't set
 * return to their power-on state. Programs stay, because every song sets them.
 * @param all also sends values that are already equal, in case another program changed them
 */
export function messagesBetween(from: PortState, to: PortState, all = false): number[][] {
  const messages: number[][] = []
  const channels = new Set([...from.used(), ...to.used()].map(([channel]) => channel))
  for (const channel of [...channels].sort((a, b) => a - b)) {
    addChannel(messages, { channel, from: from.channel(channel), to: to.channel(channel), all })
  }
  return messages
}

type Channel = ReturnType<PortState['channel']>

interface Change {
  readonly channel: number
  readonly from: Channel
  readonly to: Channel
  readonly all: boolean
}

function addChannel(messages: number[][], change: Change): void {
  const { channel, from, to, all } = change
  addProgram(messages, change)
  messages.push(...parameterMessages(change))
  for (let number = 0; !isModeMessage(number); number += 1) {
    if (number !== CONTROLLER.bank && number !== CONTROLLER.bankFine) addController(messages, number, change)
  }
  if (to.bend !== from.bend || (all && to.bend !== BEND_CENTER)) messages.push(bendMessage(channel, to.bend))
  if (to.pressure !== from.pressure || (all && to.pressure !== 0)) {
    messages.push([0xd0 | channel, to.pressure])
  }
}

function addController(messages: number[][], number: number, { channel, from, to, all }: Change): void {
  const before = from.sent(number)
  const after = to.sent(number)
  const rest = powerOnValue(number)
  if (after === UNSET ? before === UNSET || before === rest : before === after && !all) return
  messages.push([0xb0 | channel, number, after === UNSET ? rest : after])
}

/** A bank takes effect with the next program change (MIDI 1.0, bank select). */
function addProgram(messages: number[][], change: Change): void {
  const { channel, from, to, all } = change
  const isOtherBank = [CONTROLLER.bank, CONTROLLER.bankFine].some(half => from.value(half) !== to.value(half))
  if (!all && !isOtherBank && from.program === to.program) return
  addController(messages, CONTROLLER.bank, change)
  addController(messages, CONTROLLER.bankFine, change)
  if (to.program !== UNSET) messages.push([0xc0 | channel, to.program])
}

function parameterMessages({ channel, from, to, all }: Change): number[][] {
  const messages: number[][] = []
  let { selection } = from
  const select = (next: ParameterSelection, isForced = false) => {
    if (!isForced && isSameSelection(next, selection)) return
    selection = next
    messages.push(...selectors(channel, next))
  }
  const set = (key: number, { coarse, fine }: ParameterValue) => {
    select(selectionOf(key), all)
    if (coarse !== UNSET) messages.push([0xb0 | channel, CONTROLLER.dataEntry, coarse])
    if (fine !== UNSET) messages.push([0xb0 | channel, CONTROLLER.dataEntryFine, fine])
  }
  for (const [key, value] of to.parameters) {
    const before = from.parameters.get(key)
    if (all || before?.coarse !== value.coarse || before.fine !== value.fine) set(key, value)
  }
  if (!to.parameters.has(BEND_RANGE_PARAMETER) && from.bendRange !== DEFAULT_BEND_RANGE) {
    set(BEND_RANGE_PARAMETER, { coarse: DEFAULT_BEND_RANGE, fine: UNSET })
  }
  select(to.selection)
  return messages
}

function selectionOf(key: number): ParameterSelection {
  return { registered: key < NON_REGISTERED, coarse: (key >> 7) & 127, fine: key & 127 }
}

function isSameSelection(a: ParameterSelection, b: ParameterSelection): boolean {
  if (isNothing(a) || isNothing(b)) return isNothing(a) && isNothing(b)
  return a.registered === b.registered && a.coarse === b.coarse && a.fine === b.fine
}

function isNothing({ coarse, fine }: ParameterSelection): boolean {
  return (coarse === UNSET && fine === UNSET) || ((coarse << 7) | fine) === NULL_PARAMETER
}

function selectors(channel: number, selection: ParameterSelection): number[][] {
  const { registered, coarse, fine } = isNothing(selection) ? selectionOf(NULL_PARAMETER) : selection
  const [first, second] = registered
    ? [CONTROLLER.registeredCoarse, CONTROLLER.registeredFine]
    : [CONTROLLER.nonRegisteredCoarse, CONTROLLER.nonRegisteredFine]
  return [
    ...(coarse === UNSET ? [] : [[0xb0 | channel, first, coarse]]),
    ...(fine === UNSET ? [] : [[0xb0 | channel, second, fine]]),
  ]
}
