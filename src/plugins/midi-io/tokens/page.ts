/** What the plugin needs of a web page. */
import { createEvent } from '../../../core/events/event-bus.js'
import type { Disposable } from '../../../core/platform/disposable.js'
import { createToken } from '../../../core/platform/services/token.js'

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
  /** Called when the page is left, or when the browser is about to freeze it. */
  onHide(run: () => void): Disposable
  /** Keys by their `KeyboardEvent.code`, outside text fields and without modifiers. */
  onKeys(listener: KeyListener): Disposable
}

export interface KeyListener {
  /** @returns true if the key was used: nothing else gets it then */
  down(code: string, repeated: boolean): boolean
  up(code: string): void
  /** The page has lost the keyboard: no `up` will come for keys held now. */
  lost(): void
}

/**
 * The page is left, or the browser is about to freeze it. What was sent has been silenced; whatever makes its own
 * sound has to fall silent. The page may come back.
 * @example scope.add(get(EVENTS).on(PAGE_HIDDEN, () => log.info('page hidden')))
 */
export const PAGE_HIDDEN = createEvent<undefined>('midi-io.page-hidden')

/**
 * Finds the page; `undefined` on a host without one. Tests provide their own.
 * @example const midiPage = get(MIDI_PAGE)
 */
export const MIDI_PAGE = createToken<() => Promise<MidiPage | undefined>>('midi-io.page', {
  permission: 'keys',
})
