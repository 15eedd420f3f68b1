import { createEvent } from '../../../core/events/event-bus.js'
import type { Disposable } from '../../../core/platform/disposable.js'
import { createToken } from '../../../core/platform/services/token.js'

/** There is no page on the command line. */
export interface MidiPage {
  readonly requestAccess?: (options: {
    readonly sysex: boolean
    readonly software: boolean
  }) => Promise<unknown>
  /** The browser's answer to a request for all of MIDI. Rejects where it cannot be asked. */
  permission(): Promise<'granted' | 'prompt' | 'denied'>
  onPermissionChange(listener: () => void): Disposable
  /** Called when the page is left or about to be frozen. */
  onHide(run: () => void): Disposable
  /** Keys by their `KeyboardEvent.code`, outside text fields and without modifiers. */
  onKeys(listener: KeyListener): Disposable
}

export interface KeyListener {
  /** @returns true if nothing else may use the key */
  down(code: string, repeated: boolean): boolean
  up(code: string): void
  /** No `up` will come for keys held now. */
  lost(): void
}

/**
 * The page is left or about to be frozen: whatever makes its own sound has to fall silent. The page may come back.
 * @example scope.add(get(EVENTS).on(PAGE_HIDDEN, () => log.info('page hidden')))
 */
export const PAGE_HIDDEN = createEvent<undefined>('midi-io.page-hidden')

/** Finds the page. @example const midiPage = get(MIDI_PAGE) */
export const MIDI_PAGE = createToken<() => Promise<MidiPage | undefined>>('midi-io.page', {
  permission: 'keys',
})
