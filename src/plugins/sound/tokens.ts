/** The built-in sound for other plugins: effects between the synthesizer and the speakers, and taps for meters. */
import { createExtensionPoint } from '../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../core/platform/store.js'

/**
 * The audio context of the page: `AudioContext` where the types of the browser are there (`lib: ["DOM"]`), `unknown`
 * elsewhere.
 * @since 1.2
 */
export type SoundContext = typeof globalThis extends {
  readonly AudioContext: { readonly prototype: infer Audio }
}
  ? Audio
  : unknown

/**
 * As much of an `AudioNode` of Web Audio as is needed.
 * @since 1.2
 */
export interface SoundNode {
  connect(to: SoundNode): unknown
  disconnect(): void
}

/**
 * What an effect has built: one node, or several that it has connected itself.
 * @since 1.2
 */
export interface SoundInsert {
  /** Gets the sound. */
  readonly input: SoundNode
  /** Gives it back; the same node as `input`, if there is only one. */
  readonly output: SoundNode
  /** Called after its nodes were disconnected, when the effect or the sound ends. */
  dispose?(): void
}

/**
 * An effect. It is heard from when its nodes are there until it is removed with its plugin; both without a click. One
 * whose `create` fails is taken out with a notice.
 * @since 1.2
 */
export interface SoundEffect {
  readonly id: string
  /** The lowest first, 0 unless given; equal ones in order of activation. */
  readonly order?: number
  /** While it is false the sound goes past the effect, whose echo fades on its own. Always on without it. */
  readonly on?: ReadonlyStore<boolean>
  /** Called once the sound is loaded, and again if it is loaded again. Worklets may take their time. */
  create(context: SoundContext): SoundInsert | Promise<SoundInsert>
}

/**
 * Something that listens to what is heard, such as a meter with an `AnalyserNode`, and changes nothing.
 * @since 1.2
 */
export interface SoundTap {
  readonly id: string
  create(context: SoundContext): Pick<SoundInsert, 'input' | 'dispose'>
}

/**
 * Effects of the built-in sound, before its volume: `{ create: context => { … return { input, output } } }`.
 * @since 1.2
 * @example
 * extend(SOUND_EFFECTS, {
 *   id: 'softer-treble',
 *   create(context) {
 *     const filter = context.createBiquadFilter()
 *     filter.frequency.value = 3000
 *     return { input: filter, output: filter }
 *   },
 * })
 */
export const SOUND_EFFECTS = createExtensionPoint<SoundEffect>('sound.effects', { permission: 'sound' })

/**
 * Taps of what the built-in sound sends to the speakers, behind effects and volume.
 * @since 1.2
 * @example extend(SOUND_TAPS, { id: 'meter', create: context => ({ input: context.createAnalyser() }) })
 */
export const SOUND_TAPS = createExtensionPoint<SoundTap>('sound.taps', { permission: 'sound' })
