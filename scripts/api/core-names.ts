// The stable core: what most plugins are written with. Each name has a sentence, `@since` and an example, and stays
// for all of 1.x. Everything else that the faces export is for special cases.
import type { Entry } from './surface.js'

const sdk = (...names: readonly string[]) => names.map(name => `@fretwork/sdk ${name}`)
const react = (...names: readonly string[]) => names.map(name => `@fretwork/sdk/react ${name}`)
const of = (plugin: string, ...names: readonly string[]) =>
  names.map(name => `@fretwork/sdk/plugins/${plugin} ${name}`)

/** By subject, in the order of the page: the name of the face, and that of the export. */
export const CORE: ReadonlyMap<string, readonly string[]> = new Map([
  ['Manifest', sdk('definePlugin', 'defineRuntime')],
  [
    'Services',
    [
      ...sdk('createToken', 'provide', 'provideFactory', 'injectable', 'inject', 'createStore', 'disposable'),
      ...sdk('FretworkError', 'CLOCK', 'STORAGE', 'NOTICES', 'TRANSLATOR', 'API'),
    ],
  ],
  ['Commands', sdk('COMMANDS', 'PALETTE_PROVIDERS')],
  [
    'Events and extension points',
    sdk('EVENTS', 'createEvent', 'createExtensionPoint', 'checkedExtensions', 'extensionId'),
  ],
  ['Settings', sdk('defineSettings', 'SETTINGS', 'SETTINGS_CHANGED')],
  [
    'MIDI',
    [
      ...of('midi-io', 'MIDI_EVENT', 'MIDI_INPUT', 'MIDI_OUTPUT', 'MIDI_SOURCES', 'MIDI_FILTERS'),
      ...of('midi-io', 'MIDI_OUTPUTS', 'MIDI_PANIC', 'PORTS_CHANGED'),
      ...sdk('noteOn', 'noteOff', 'controlChange', 'parseMidiMessage'),
    ],
  ],
  [
    'Songs',
    [
      ...of('player', 'SONG_SESSION', 'SONG_OPENED', 'SONG_CLOSED'),
      ...of('midi-file', 'SONG_FORMATS', 'SONG_READER'),
      ...of('library', 'SONG_LIBRARY'),
    ],
  ],
  [
    'Neck',
    [
      ...of('fretboard', 'NECK_VIEW', 'NECK_LAYERS', 'FRETBOARD_TUNINGS', 'FRETBOARD_PANELS'),
      ...of('fretboard', 'SELECTION_CHANGED'),
      ...sdk('noteName', 'parseNoteName', 'pitchAt', 'positionsOf'),
    ],
  ],
  ['Screens', react('useService', 'useStore', 'useText', 'useCommand', 'PlanGate')],
  [
    'Testing',
    [
      ...['createTestKernel', 'expectNoLeaks', 'fakeMidi', 'fakeApi'].map(
        name => `@fretwork/sdk/testing ${name}`,
      ),
      ...['renderScreen', 'fireEvent'].map(name => `@fretwork/sdk/testing/react ${name}`),
      '@fretwork/sdk/testing/plugins PLUGINS',
    ],
  ],
])

const ALL = new Set([...CORE.values()].flat())

export function isCore({ face, name }: Pick<Entry, 'face' | 'name'>): boolean {
  return ALL.has(`${face} ${name}`)
}

/** One sentence per fault: a name of the core that is gone, or that is not described. */
export function coreFaults(entries: readonly Entry[]): string[] {
  const found = new Map(entries.map(entry => [`${entry.face} ${entry.name}`, entry]))
  return [...ALL].flatMap(key => {
    const entry = found.get(key)
    const [face = '', name = ''] = key.split(' ')
    if (!entry) return [`${name} of ${face} belongs to the stable core, and is not exported.`]
    const { sentence, since, example, deprecated, module } = entry
    const lacks = [
      ...(sentence ? [] : ['no sentence that says what it is for']),
      ...(/^\d+\.\d+\.\d+$/.test(since ?? '') ? [] : ['no @since with a version']),
      ...(example ? [] : ['no @example']),
      ...(deprecated === '' ? ['a @deprecated that does not say what to use instead'] : []),
    ]
    return lacks.map(what => `${name} of ${face} belongs to the stable core, and has ${what} (${module}).`)
  })
}
