/** The SDK's headless face (`@fretwork/sdk`): what a plugin's manifest and services are written with. */
export type { ChoiceRequest } from './commands/choice-request.js'
export type { ArgumentChoice, CommandContribution } from './commands/command.js'
export { createEvent, type EventBus, type EventType } from './events/event-bus.js'
export type { Notice, NoticeBoard } from './events/notices.js'
export { type CheckedExtensions, checkedExtensions } from './kernel/checked-extensions.js'
export { callable, extensionId } from './kernel/extension-shape.js'
export { inject, injectable } from './kernel/inject.js'
export type { Kernel } from './kernel/kernel.js'
export {
  PALETTE_PROVIDERS,
  type PaletteProvider,
  type PaletteResult,
} from './kernel/palette-provider.js'
export {
  type ChoiceLister,
  type CommandContext,
  type CommandHandler,
  type Contributions,
  definePlugin,
  defineRuntime,
  type PluginContext,
  type PluginManifest,
  type PluginRuntime,
  type Provider,
  provide,
  provideFactory,
} from './kernel/plugin.js'
export type { PluginState, PluginStatus } from './kernel/plugin-state.js'
export type { Scope } from './kernel/scope.js'
export { createExtensionPoint, createToken, type ExtensionPoint, type Token } from './kernel/token.js'
export {
  API,
  AUTH,
  CLOCK,
  COMMANDS,
  CONNECTION,
  EVENTS,
  NOTICES,
  PLUGINS,
  SETTINGS,
  STORAGE,
  TENANT,
  TRANSLATOR,
} from './kernel/tokens.js'
export type { MidiEvent } from './music/midi-event.js'
export { controlChange, type MidiMessage, noteOff, noteOn, parseMidiMessage } from './music/midi-message.js'
export { noteName, parseNoteName, pitchClass } from './music/note-name.js'
export { MAX_FRET, type Place, pitchAt, placesOf } from './music/place.js'
export type { LooseSong, Song } from './music/song.js'
export { type Disposable, disposable } from './platform/disposable.js'
export { FretworkError } from './platform/fretwork-error.js'
export type { Logger } from './platform/logger.js'
export { phrases } from './platform/phrases.js'
export type { ClockPort, StoragePort } from './platform/ports.js'
export { SentenceError } from './platform/sentence-error.js'
export { createStore, type ReadonlyStore, type Store } from './platform/store.js'
export { defineSettings, type SettingsField, type SettingsSection } from './settings/section.js'
export type { Settings, SettingsStore } from './settings/settings.js'
export { SETTINGS_CHANGED, type SettingsChange } from './settings/settings-changed.js'
