/** What the plugin needs of a web page, and the computer keyboard that plays through it. */
import { createEvent } from '../../../core/events/event-bus.js'
import { createToken } from '../../../core/kernel/services/token.js'
import type { Disposable } from '../../../core/platform/disposable.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'

/** What the plugin needs of a web page; there is none on the command line. */
export interface MidiPage {
  /** `navigator.requestMIDIAccess`; absent where the browser has no Web MIDI. */
  readonly requestAccess?: (options: {
    readonly sysex: boolean
    readonly software: boolean
  }) => Promise<unknown>
  /** What the browser would answer to a request for all of MIDI. Rejects where it cannot be asked. */
  permission(): Promise<'granted' | 'prompt' | 'denied'>
  onPermissionChange(listener: () => void): Disposable
  /** Called when the page goes away, or when the browser is about to stop it where it stands. */
  onHide(run: () => void): Disposable
  /** Keys by their place (`KeyboardEvent.code`), outside text fields and without modifiers. */
  onKeys(listener: KeyListener): Disposable
}

export interface KeyListener {
  /** @returns true when the key was used: nobody else gets it then */
  down(code: string, repeated: boolean): boolean
  up(code: string): void
  /** The page has lost the keyboard: no `up` will come for keys held now. */
  lost(): void
}

/**
 * The page goes away, or the browser is about to stop it where it stands. What was sent has been silenced; whoever
 * sounds by itself falls silent. The page may come back.
 */
export const PAGE_HIDDEN = createEvent<undefined>('midi-io.page-hidden')

/** Finds the page; `undefined` where the host is none. Tests give one of their own. */
export const MIDI_PAGE = createToken<() => Promise<MidiPage | undefined>>('midi-io.page')

/** The letters of the computer keyboard as an input; off until it is switched on. */
export interface ComputerKeyboard {
  readonly enabled: ReadonlyStore<boolean>
  toggle(): void
  /** What the page's keys are given to. */
  readonly keys: KeyListener
}

export const COMPUTER_KEYBOARD = createToken<ComputerKeyboard>('midi-io.computer-keyboard')
