/**
 * Stable SDK exports, guaranteed for all 1.x versions. `npm run api-report` writes `sdk.api.md` and
 * `docs/sdk.md`.
 */
export {
  API,
  CLOCK,
  COMMANDS,
  checkedExtensions,
  controlChange,
  createEvent,
  createExtensionPoint,
  createStore,
  createToken,
  definePlugin,
  defineRuntime,
  defineSettings,
  disposable,
  EVENTS,
  extensionId,
  FretworkError,
  inject,
  injectable,
  NETWORK,
  NOTICES,
  noteName,
  noteOff,
  noteOn,
  PALETTE_PROVIDERS,
  PLUGIN_STORAGE,
  parseMidiMessage,
  parseNoteName,
  pitchAt,
  positionsOf,
  provide,
  provideFactory,
  SETTINGS,
  SETTINGS_CHANGED,
  STORAGE,
  TRANSLATOR,
} from '../../src/core/index.js'
export { PlanGate, useCommand, useService, useStore, useText } from '../../src/core/react/index.js'
export { createTestKernel, expectNoLeaks, fakeApi, fakeMidi } from '../../src/core/testing/index.js'
export { fireEvent, renderScreen } from '../../src/core/testing/react.js'
export { FRETBOARD_PANELS, NECK_LAYERS, NECK_VIEW } from '../../src/plugins/fretboard/tokens.js'
export { SONG_LIBRARY } from '../../src/plugins/library/tokens.js'
export { SONG_FORMATS, SONG_READER } from '../../src/plugins/midi-file/tokens.js'
export {
  MIDI_EVENT,
  MIDI_FILTERS,
  MIDI_INPUT,
  MIDI_OUTPUT,
  MIDI_OUTPUTS,
  MIDI_PANIC,
  MIDI_SOURCES,
  PORTS_CHANGED,
} from '../../src/plugins/midi-io/tokens.js'
export { SONG_CLOSED, SONG_OPENED, SONG_SESSION } from '../../src/plugins/player/tokens.js'
export { PLUGINS } from '../../src/plugins/plugin-list.js'
