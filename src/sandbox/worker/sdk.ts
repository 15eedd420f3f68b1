export { callable, extensionId } from '../../core/kernel/checked-extensions.js'

import { createToken } from '../../core/platform/token.js'

export { PALETTE_PROVIDERS } from '../../core/commands/palette-provider.js'
export { definePlugin, defineRuntime, provide, provideFactory } from '../../core/kernel/plugin.js'
export { FretworkError } from '../../core/platform/fretwork-error.js'
export { inject, injectable } from '../../core/platform/inject.js'
export { phrases, SentenceError } from '../../core/platform/phrases.js'
export { createStore, disposable } from '../../core/platform/store.js'
export { createExtensionPoint, createToken } from '../../core/platform/token.js'
export { defineSettings } from '../../core/settings/section.js'
export { noteName, parseNoteName, pitchClass } from '../../music/guitar/note-name.js'
export { MAX_FRET, pitchAt, positionsOf } from '../../music/guitar/position.js'
export { controlChange, noteOff, noteOn, parseMidiMessage } from '../../music/midi/midi-message.js'

/** Defined here, because importing the page's module would include the event bus. */
export const createEvent = (id: string) => ({ id })
export const SETTINGS_CHANGED = createEvent('settings.changed')

/**
 * Creates tokens for core services. Using a service that is not available in a sandbox throws an error with
 * its name.
 */
const core = (name: string) => createToken<never>(`core.${name}`)
export const API = core('api')
export const AUTH = core('auth')
export const CLOCK = core('clock')
export const COMMANDS = core('commands')
export const CONNECTION = core('connection')
export const EVENTS = core('events')
export const NETWORK = core('network')
export const NOTICES = core('notices')
export const PAGE = core('page')
export const PLUGIN_STORAGE = core('plugin-storage')
export const PLUGINS = core('plugins')
export const SETTINGS = core('settings')
export const STORAGE = core('storage')
export const TENANT = core('tenant')
export const TRANSLATOR = core('translator')

/** Always empty, because a sandboxed plugin cannot access other plugins' items. */
export const checkedExtensions = () => ({
  items: { getState: () => [], getInitialState: () => [], subscribe: () => () => undefined },
  pluginOf: () => undefined,
  takeOut: () => undefined,
  attempt: (_: unknown, run: () => unknown) => run(),
})
