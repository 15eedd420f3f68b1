import { clamp, excessOf, handAfter } from './grip-features.js'
import type { GripSet } from './grips.js'
import type { Onset, Pinned } from './onsets.js'
import { TABLE_AT as AT, type Observed } from './tables.js'

export interface PinView {
  /** By pitch: most common string (from 0) of the nearest pinned pitch; 255 if none is near. */
  readonly stringOf: Uint8Array
  /** By pitch: distance from the nearest pinned pitch, as a class. */
  readonly apart: Uint8Array
  readonly often: Uint8Array
  readonly grips: ReadonlyMap<GripSet, ReadonlySet<number>>
  /** By onset: a pinned grip of the same chord between the same neighboring chords. */
  readonly reminders: readonly (Reminder | undefined)[]
  readonly hand: number
  readonly low: number
  readonly high: number
  readonly excess: number
  readonly spare: number
  readonly open: number
  /** Number of pins, as a class; 0 if there are too few for a mean. */
  readonly many: number
}

export interface Reminder {
  readonly grip: number
  /** 0 if only the previous chord is the same, 1 if the next chord is too. */
  readonly alike: 0 | 1
}

const NEARBY = 5 // semitones
const OFTEN = 3
const MANY = 16

const apartClass = (apart: number) => (apart === 0 ? 0 : apart > 2 ? 1 : apart > 0 ? 2 : apart >= -2 ? 3 : 4)

const meanClass = (mean: number) =>
  mean < 0.05 ? 0 : mean < 0.3 ? 1 : mean < 0.7 ? 2 : mean < 1.5 ? 3 : mean < 3 ? 4 : 5

export function pinViewOf(onsets: readonly Onset[], pins: Pinned): PinView | undefined {
  const counts = new Map<number, Map<number, number>>()
  const grips = new Map<GripSet, Set<number>>()
  let notes = 0
  let steps = 0
  let hand = 0
  let hands = 0
  let low = 99
  let high = 0
  let excess = 0
  let spare = 0
  let opens = 0
  let openable = 0
  for (const { grips: set, notes: held, allowed } of onsets) {
    const pinned = held.filter(index => pins.has(index)).length
    if (pinned === 0) continue
    for (const [i, index] of held.entries()) {
      const string = pins.get(index)
      if (string === undefined) continue
      const pitch = set.pitches[i] ?? 0
      const strings = counts.get(pitch) ?? new Map<number, number>()
      strings.set(string, (strings.get(string) ?? 0) + 1)
      counts.set(pitch, strings)
      notes += 1
    }
    const g = allowed?.[0]
    if (g === undefined || pinned < held.length) continue
    const known = grips.get(set) ?? new Set<number>()
    grips.set(set, known.add(g))
    for (let i = 0; i < set.size; i += 1) {
      let couldBeOpen = false
      for (let other = 0; other < set.count; other += 1)
        if (set.fret[other * set.size + i] === 0) couldBeOpen = true
      if (!couldBeOpen) continue
      openable += 1
      if (set.fret[g * set.size + i] === 0) opens += 1
    }
    hand = handAfter(hand, set.low[g] ?? 0, set.high[g] ?? 0)
    steps += 1
    hands += hand
    excess += excessOf(set, g)
    spare += Math.max(0, hand - set.need)
    if (hand === 0) continue
    low = Math.min(low, hand)
    high = Math.max(high, hand)
  }
  if (notes === 0) return undefined
  const share = openable === 0 ? -1 : opens / openable
  return {
    ...usualStrings(counts),
    grips,
    reminders: remindersOf(onsets, pins),
    hand: steps === 0 ? -1 : hands / steps,
    low,
    high,
    excess: steps === 0 ? -1 : meanClass(excess / steps),
    spare: steps === 0 ? -1 : meanClass(spare / steps / 1.5),
    open: share < 0 ? 0 : share < 0.3 ? 1 : share < 0.65 ? 2 : share < 0.9 ? 3 : 4,
    many: notes < MANY ? 0 : 1,
  }
}

function remindersOf(onsets: readonly Onset[], pins: Pinned): PinView['reminders'] {
  const numbers = new Map<GripSet, number>()
  const numberOf = (t: number) => {
    const grips = onsets[t]?.grips
    if (!grips) return 0
    const number = numbers.get(grips) ?? numbers.size + 1
    numbers.set(grips, number)
    return number
  }
  const after = (t: number) => `${numberOf(t - 1)} ${numberOf(t)}`
  const between = (t: number) => `${after(t)} ${numberOf(t + 1)}`
  const pinned = new Map<string, number>()
  for (const [t, { notes, allowed }] of onsets.entries()) {
    const grip = allowed?.[0]
    if (grip === undefined || !notes.every(index => pins.has(index))) continue
    pinned.set(after(t), grip)
    pinned.set(between(t), grip)
  }
  return onsets.map((_, t) => {
    const grip = pinned.get(between(t))
    if (grip !== undefined) return { grip, alike: 1 }
    const same = pinned.get(after(t))
    return same === undefined ? undefined : { grip: same, alike: 0 }
  })
}

function usualStrings(counts: ReadonlyMap<number, ReadonlyMap<number, number>>) {
  const stringOf = new Uint8Array(128).fill(255)
  const apart = new Uint8Array(128)
  const often = new Uint8Array(128)
  for (let pitch = 0; pitch < 128; pitch += 1) {
    for (let distance = 0; distance <= NEARBY; distance += 1) {
      const from = counts.has(pitch - distance) ? pitch - distance : pitch + distance
      const strings = counts.get(from)
      if (!strings) continue
      const [string, count] = [...strings].reduce((most, one) => (one[1] > most[1] ? one : most))
      stringOf[pitch] = string
      apart[pitch] = apartClass(pitch - from)
      often[pitch] = count >= OFTEN ? 1 : 0
      break
    }
  }
  return { stringOf, apart, often }
}

export function observePinnedGrip(set: GripSet, g: number, pins: PinView, into: Observed): void {
  const { size } = set
  let opens = 0
  for (let i = 0; i < size; i += 1) {
    if (set.fret[g * size + i] === 0) opens += 1
    const pitch = set.pitches[i] ?? 0
    const usual = pins.stringOf[pitch] ?? 255
    if (usual === 255) continue
    const turn = clamp((set.string[g * size + i] ?? 0) - usual, -3, 3) + 3
    into.add(AT.pinPlace + ((pins.apart[pitch] ?? 0) * 7 + turn) * 2 + (pins.often[pitch] ?? 0))
  }
  const single = size === 1 ? 0 : 1
  const known = pins.grips.get(set)
  if (known) into.add(AT.pinGrip + (known.has(g) ? 2 : 0) + single)
  if (pins.excess >= 0)
    into.add(AT.pinExcess + ((pins.many * 6 + pins.excess) * 9 + clamp(excessOf(set, g), 0, 8)) * 2 + single)
  into.add(AT.pinOpen + (pins.many * 5 + pins.open) * 4 + clamp(opens, 0, 3))
}

export function observePinnedHand(
  set: GripSet,
  g: number,
  hand: number,
  pins: PinView,
  reminder: Reminder | undefined,
  into: Observed,
): void {
  if (reminder)
    into.add(
      AT.pinAgain + (reminder.alike * 2 + (reminder.grip === g ? 1 : 0)) * 2 + (set.size === 1 ? 0 : 1),
    )
  if (pins.hand < 0) return
  into.add(AT.pinHand + (clamp(Math.round(hand - pins.hand), -6, 6) + 6) * 2 + pins.many)
  const beyond = hand === 0 || pins.high === 0 ? 0 : Math.max(0, pins.low - hand, hand - pins.high)
  into.add(AT.pinRange + clamp(beyond, 0, 6) * 2 + pins.many)
  into.add(AT.pinSpare + (pins.many * 6 + pins.spare) * 8 + clamp(hand - set.need, 0, 7))
}
