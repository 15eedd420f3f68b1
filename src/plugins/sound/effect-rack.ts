/** The effects of plugins in a row, and the taps behind them: added, switched and removed without clicks. */
import { FretworkError } from '../../core/platform/fretwork-error.js'
import type { SoundContext, SoundEffect, SoundInsert, SoundNode, SoundTap } from './tokens.js'

/** Time constant of fades, in seconds: they are over after five of them. */
const FADE_S = 0.008
const FADED_MS = 50

interface RackGain extends SoundNode {
  readonly gain: { value: number; setTargetAtTime(value: number, at: number, constant: number): unknown }
}

export interface RackContext {
  readonly currentTime: number
  createGain(): RackGain
}

interface EffectRackParts {
  /** The context, as much of it as the rack needs; plugins get the whole. */
  readonly context: RackContext
  readonly after: (ms: number, run: () => void) => void
}

export interface RackItems {
  readonly effects: readonly SoundEffect[]
  readonly taps: readonly SoundTap[]
  /** Called with an item whose nodes could not be made. */
  readonly onFailed: (item: SoundEffect | SoundTap, thrown: unknown) => void
}

/** An effect between two gains: the sound goes through it (wet), or past it (dry). */
interface Slot {
  readonly insert: SoundInsert
  readonly start: RackGain
  readonly wet: RackGain
  readonly dry: RackGain
  readonly back: RackGain
  readonly end: RackGain
  readonly stop: () => void
}

export function createEffectRack({ context, after }: EffectRackParts) {
  const input = context.createGain()
  const output = context.createGain()
  /** Gets what is heard, for the taps. */
  const heard = context.createGain()
  let wanted: readonly SoundEffect[] = []
  let order: readonly SoundEffect[] = []
  const slots = new Map<SoundEffect, Slot>()
  const taps = new Map<SoundTap, Pick<SoundInsert, 'input' | 'dispose'>>()
  const making = new Set<SoundEffect>()
  let ended = false

  const gain = (value: number) => {
    const made = context.createGain()
    made.gain.value = value
    return made
  }
  const fade = (node: RackGain, value: number) =>
    node.gain.setTargetAtTime(value, context.currentTime, FADE_S)

  /** All in one turn of the page, so that nothing is rendered in between. */
  const link = () => {
    input.disconnect()
    let last: SoundNode = input
    for (const effect of order) {
      const slot = slots.get(effect)
      if (!slot) continue
      slot.end.disconnect()
      last.connect(slot.start)
      last = slot.end
    }
    last.connect(output)
  }

  const sort = () => {
    const leaving = [...slots.keys()].filter(effect => !wanted.includes(effect))
    order = [...wanted, ...leaving].toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
  }

  const switchTo = ({ wet, dry }: Slot, on: boolean) => {
    fade(wet, on ? 1 : 0)
    fade(dry, on ? 0 : 1)
  }

  const put = (effect: SoundEffect, insert: SoundInsert) => {
    const [start, end, wet, dry, back] = [gain(1), gain(1), gain(0), gain(1), gain(1)]
    start.connect(dry)
    dry.connect(end)
    start.connect(wet)
    wet.connect(insert.input)
    insert.output.connect(back)
    back.connect(end)
    const follow = (on: boolean) => switchTo(slot, on)
    const slot: Slot = {
      ...{ insert, start, wet, dry, back, end },
      stop: effect.on?.subscribe(follow) ?? (() => undefined),
    }
    slots.set(effect, slot)
    sort()
    link()
    if (effect.on?.getState() !== false) follow(true)
  }

  const discard = (effect: SoundEffect) => {
    const slot = slots.get(effect)
    if (!slot) return
    slots.delete(effect)
    const { insert, start, wet, dry, back, end } = slot
    if (!ended) {
      sort()
      link()
    }
    for (const node of [start, wet, dry, back, end, insert.output]) node.disconnect()
    insert.dispose?.()
  }

  /** Fades out first. */
  const remove = (effect: SoundEffect) => {
    const slot = slots.get(effect)
    if (!slot) return
    slot.stop()
    switchTo(slot, false)
    fade(slot.back, 0)
    after(FADED_MS, () => {
      // It may have been discarded with the rack.
      if (slots.get(effect) === slot) discard(effect)
    })
  }

  const make = async (effect: SoundEffect, onFailed: RackItems['onFailed']) => {
    making.add(effect)
    try {
      const insert = await effect.create(context as unknown as SoundContext)
      checkNodes(effect.id, insert, insert?.input, insert?.output)
      if (!ended && wanted.includes(effect)) put(effect, insert)
      else insert.dispose?.()
    } catch (error) {
      onFailed(effect, error)
    } finally {
      making.delete(effect)
    }
  }

  const setTaps = (now: readonly SoundTap[], onFailed: RackItems['onFailed']) => {
    for (const [tap, { dispose }] of taps) {
      if (now.includes(tap)) continue
      taps.delete(tap)
      dispose?.()
    }
    heard.disconnect()
    for (const tap of now) {
      try {
        const made = taps.get(tap) ?? tap.create(context as unknown as SoundContext)
        checkNodes(tap.id, made, made?.input)
        taps.set(tap, made)
        heard.connect(made.input)
      } catch (error) {
        onFailed(tap, error)
      }
    }
  }

  link()
  return {
    /** Where the synthesizer is connected, and what is connected to the volume. */
    input,
    output,
    heard,
    /** Takes these effects and taps, and drops others. */
    set({ effects, taps: nextTaps, onFailed }: RackItems) {
      const gone = wanted.filter(effect => !effects.includes(effect))
      wanted = effects
      for (const effect of gone) remove(effect)
      for (const effect of effects) if (!slots.has(effect) && !making.has(effect)) void make(effect, onFailed)
      setTaps(nextTaps, onFailed)
    },
    dispose() {
      ended = true
      for (const [effect, slot] of [...slots]) {
        slot.stop()
        discard(effect)
      }
      setTaps([], () => undefined)
      for (const node of [input, output, heard]) node.disconnect()
    },
  }
}

export type EffectRack = ReturnType<typeof createEffectRack>

/** @throws FretworkError `sound_effect_nodes` */
function checkNodes(id: string, made: unknown, ...nodes: readonly (SoundNode | undefined)[]): void {
  const isNode = (node: SoundNode | undefined) => typeof node?.connect === 'function'
  if (typeof made === 'object' && made !== null && nodes.every(isNode)) return
  throw new FretworkError(
    'sound_effect_nodes',
    `"${id}" has made no audio nodes; return { input, output } with nodes of the context that create() gets.`,
  )
}
