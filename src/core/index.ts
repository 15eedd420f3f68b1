/** Entry point of `@fretwork/sdk`. */

export { noteName, parseNoteName, pitchClass } from '../music/guitar/note-name.js'
export { MAX_FRET, type Position, pitchAt, positionsOf } from '../music/guitar/position.js'
export type { MidiEvent } from '../music/midi/midi-event.js'
export {
  controlChange,
  type MidiMessage,
  noteOff,
  noteOn,
  parseMidiMessage,
} from '../music/midi/midi-message.js'
export type { Song } from '../music/song/song.js'
export type { LooseSong } from '../music/song/song-schema.js'
export type { ArgumentChoice, ChoiceRequest, CommandContribution } from './commands/command.js'
export { PALETTE_PROVIDERS, type PaletteProvider, type PaletteResult } from './commands/palette-provider.js'
export { createEvent, type EventBus, type EventType } from './events/event-bus.js'
export type { Notice, NoticeBoard } from './events/notices.js'
export {
  type CheckedExtensions,
  callable,
  checkedExtensions,
  extensionId,
} from './kernel/checked-extensions.js'
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
export type { Kernel } from './kernel/tokens.js'
export {
  API,
  AUTH,
  CLOCK,
  COMMANDS,
  CONNECTION,
  EVENTS,
  NETWORK,
  NOTICES,
  PAGE,
  PLUGIN_STORAGE,
  PLUGINS,
  SETTINGS,
  STORAGE,
  TENANT,
  TRANSLATOR,
} from './kernel/tokens.js'
export type { Network, NetworkAnswer, NetworkRequest } from './permissions/network.js'
export type { PluginStorage, StorageOptions, StoredValues } from './permissions/plugin-storage.js'
export { FretworkError } from './platform/fretwork-error.js'
export { inject, injectable } from './platform/inject.js'
export { phrases, SentenceError } from './platform/phrases.js'
export type { ClockPort, Logger, PagePort, StoragePort, UserFile } from './platform/ports.js'
export type { Scope } from './platform/scope.js'
export { createStore, type Disposable, disposable, type ReadonlyStore, type Store } from './platform/store.js'
export {
  createExtensionPoint,
  createToken,
  type ExtensionPoint,
  type Token,
} from './platform/token.js'
export { defineSettings, type SettingsField, type SettingsSection } from './settings/section.js'
export type { Settings, SettingsStore } from './settings/settings.js'
export { SETTINGS_CHANGED, type SettingsChange } from './settings/settings.js'
