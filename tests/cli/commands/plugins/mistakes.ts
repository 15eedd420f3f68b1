/** Typical mistakes of plugin authors, and the messages about them. */

export interface Mistake {
  readonly name: string
  /** Tool that reports the mistake. */
  readonly by: 'types' | 'build' | 'check'
  readonly says: string
  /** `src/index.ts` */
  readonly source: string
  /** Files besides `src/index.ts`. */
  readonly files?: Readonly<Record<string, string>>
  /** Changes of files in `dist` after the build. */
  readonly change?: Readonly<Record<string, (text: string) => string>>
  /** The sources change after the build. */
  readonly touched?: boolean
  readonly packageJson?: object
  /** The compiler cannot find a module either. */
  readonly alsoTypes?: boolean
}

type More = Partial<Mistake> & {
  readonly permissions?: string
  readonly fields?: string
  readonly before?: string
}

const reportedBy =
  (by: Mistake['by']) =>
  (
    name: string,
    says: string,
    setup: string,
    { permissions = '', fields = '', before = '', ...more }: More = {},
  ) => ({
    ...{ name, by, says },
    source: `import { plugin } from '@fretwork/sdk'
${before}
export default plugin({
  ...{ id: 'quiz', title: 'Quiz' },
  permissions: { ${permissions} },
  ${fields}
  async setup(context) {
    const { account, clock, commands, midi, neck, network, notify, panel, settings, songs, storage, t } = context
    ${setup}
  },
})
`,
    ...more,
  })

const [types, build, check] = [reportedBy('types'), reportedBy('build'), reportedBy('check')]
const ask = (run: string, more = '') =>
  `commands.add('ask', { title: 'Ask', ${more} run: async () => { ${run} } })`
const shows = (parts: string) => `panel.show(() => ({ ${parts} }))`
const field = (parts: string) =>
  `fields: [{ id: 'mode', title: t('Mode'), ${parts}, change: (_: unknown) => undefined }]`
/** An expression that fails. */
const MISSING = '([] as string[])[0]!.trim()'
const FAILS = 'Cannot read properties of undefined'
const PLAYS = { permissions: "'midi-out': 'Plays.'" }
const LOADS = { permissions: "network: { hosts: ['api.example.org'], reason: 'Loads.' }" }
const HEARS = { permissions: "'midi-in': 'Hears.'" }
const german = (sentences: string) => `translations: { de: { ${sentences} } },`

export const MISTAKES: readonly Mistake[] = [
  types('a misspelt field', "Did you mean to write 'description'?", '', { fields: "desciption: 'Asks.'," }),
  types('no permissions', "Property 'permissions' is missing", '', {
    source: `import { plugin } from '@fretwork/sdk'\nexport default plugin({ id: 'quiz', title: 'Quiz', setup() {} })`,
  }),
  types('a command without run', "Property 'run' is missing", "commands.add('ask', { title: 'Ask' })"),
  types('a panel that returns a promise', 'Promise<', "panel.show(async () => ({ text: 'Hi' }))"),
  types(
    'an unknown setting',
    "Property 'bmp' does not exist on type 'Values<{ readonly bpm",
    'notify(String(settings.get().bmp))',
    {
      fields: "settings: { bpm: { title: 'Tempo', default: 90 } },",
    },
  ),
  types('a filter that returns a promise', 'Promise<', 'midi.filter({ change: async () => [] })'),
  types(
    'a stored value without await',
    "'length' does not exist on type 'Promise<",
    "const taps = storage.get<number[]>('taps'); notify(String(taps.length))",
  ),

  build('no default export', 'does not export a plugin', '', {
    source: `import { plugin } from '@fretwork/sdk'\nexport const quiz = plugin({ id: 'quiz', title: 'Quiz', permissions: {}, setup() {} })`,
  }),
  build('setup that throws', 'the strings broke (src/index.ts:9)', "throw new Error('the strings broke')"),
  build('setup that never ends', 'did not end within 5 seconds', 'await new Promise(() => undefined)'),
  build(
    'a promise that fails',
    "reading 'length') (src/index.ts:9)",
    'void storage.get<string>("name").then(name => notify(name!.length > 1 ? name! : ""))',
  ),
  build('a command added after await', 'before the first await (src/index.ts:9)', `await 1; ${ask('')}`),
  build('two commands with one id', '"ask" is added twice (src/index.ts:9)', `${ask('')}; ${ask('')}`),
  build('two panels', 'panel.show is called twice', 'panel.show(() => ({})); panel.show(() => ({}))'),
  build('an id with capitals', 'lowercase letters, digits and hyphens', '', {
    source: `import { plugin } from '@fretwork/sdk'\nexport default plugin({ id: 'ChordQuiz', title: 'Quiz', permissions: {}, setup() {} })`,
  }),
  build(
    'a command id with capitals',
    'lowercase letters, digits and hyphens',
    ask('').replace("'ask'", "'askMe'"),
  ),
  build('a number in quotes', 'at "settings.bpm": only numbers have "min"; write a number', '', {
    fields: "settings: { bpm: { title: 'Tempo', default: '90', min: 30, max: 240 } },",
  }),
  build('a default out of range', 'is 300, but it must be from 30 to 240', '', {
    fields: "settings: { bpm: { title: 'Tempo', default: 300, min: 30, max: 240 } },",
  }),
  build(
    'a default that is not a choice',
    'not one of its choices: a, b',
    ask('', "args: { mode: { title: 'Mode', default: 'c', choices: { a: 'A', b: 'B' } } },"),
  ),
  build('a permission without a reason', 'needs a reason', '', { permissions: "'midi-in': ''" }),
  build('a host with https://', 'such as api.example.org', '', {
    permissions: "network: { hosts: ['https://api.example.org'], reason: 'Loads.' }",
  }),
  build(
    'an extension without its dot',
    'with its dot, such as ".lines" (src/index.ts:9)',
    "songs.addFormat({ title: 'Lines', extensions: ['lines'], read: () => ({ tracks: [] }) })",
  ),
  build('a language that is a name', 'at "translations.German": it has to be a language such as de', '', {
    fields: "translations: { German: { Quiz: 'Quiz' } },",
  }),
  build('React', 'src/index.ts imports "react"; a panel is data', 'notify(String(version))', {
    before: "import { version } from 'react'",
  }),
  build('a module of Node.js', 'imports "node:fs"; plugins run in a browser', "readFileSync('x')", {
    ...{ before: "import { readFileSync } from 'node:fs'", alsoTypes: true },
  }),
  build('Fretwork’s own modules', 'comes from "@fretwork/sdk"', 'notify(String(KERNEL))', {
    ...{ before: "import { KERNEL } from '../../fretwork/src/core/kernel/tokens.js'", alsoTypes: true },
  }),
  build('a style sheet', 'imports "./style.css"; Fretwork draws panels in its own style', '', {
    ...{ before: "import './style.css'", files: { 'src/style.css': '' }, alsoTypes: true },
  }),
  build('JSX', 'src/view.tsx contains JSX; a panel is data', 'notify(String(View))', {
    before: "import { View } from './view'",
    ...{ files: { 'src/view.tsx': 'export const View = () => <div>Hi</div>' }, alsoTypes: true },
  }),
  build('JSON with a trailing comma', 'src/notes.json is not valid JSON', 'notify(String(notes))', {
    ...{ before: "import notes from './notes.json'", files: { 'src/notes.json': '[1,]' }, alsoTypes: true },
  }),
  build('definePlugin of SDK 1', 'imports "definePlugin" of SDK 1; import "plugin"', '', {
    ...{
      source: "import { definePlugin } from '@fretwork/sdk'\nexport default definePlugin({})",
      alsoTypes: true,
    },
  }),
  build('a package without a version', 'package.json has no version', '', {
    packageJson: { name: 'quiz', type: 'module' },
  }),

  check('the document', 'no document (src/index.ts:9); use panel.show', ask("document.title = 'x'")),
  check('fetch', 'no fetch (src/index.ts:9); use network.fetch', ask("await fetch('https://example.org')")),
  check(
    'localStorage',
    'no localStorage (src/index.ts:9); use storage',
    ask("localStorage.setItem('a', 'b')"),
  ),
  check('a timer that would never end', 'setInterval goes on when the plugin', 'setInterval(() => 1, 1000)'),
  check(
    'a missing permission',
    `midi.play needs the permission "midi-out" (src/index.ts:9)`,
    ask('midi.play(60)'),
  ),
  check('a permission that is not used', '"songs" is requested, but the code never uses', '', {
    permissions: "songs: 'Plays.'",
  }),
  check(
    'a host that is not listed',
    'network.fetch asks cdn.example.org (src/index.ts:9)',
    ask("await network.fetch('https://cdn.example.org/x')"),
    LOADS,
  ),
  check(
    'a velocity from 0 to 127',
    'The velocity must be a number of 0 to 1, not 100 (src/index.ts:9)',
    ask('midi.noteOn(60, { velocity: 100 })'),
    PLAYS,
  ),
  check(
    'a key in another syntax',
    'modifier "cmd"; use $mod, ctrl, meta, alt or shift.\nquiz: 1 problem',
    ask('', "keys: ['cmd+k'],"),
  ),
  check('a key of Fretwork', 'share the key $mod+k', ask('', "keys: ['$mod+k'],")),
  check(
    'a panel that throws',
    'Cannot read properties of undefined',
    'const names: string[] = []; panel.show(() => ({ text: names[0]!.trim() }))',
  ),
  check(
    'a button without its command',
    'the command "aks", which is not added; did you mean "ask"?',
    `${ask('')}; panel.show(() => ({ buttons: ['aks'] }))`,
  ),
  check('a missing translation', 'translations.de lacks "Ask"', ask(''), { fields: german("Quiz: 'Quiz'") }),
  check('a translation of another text', 'has "Qiuz", which the plugin does not use', '', {
    fields: german("Qiuz: 'Quiz', Quiz: 'Quiz'"),
  }),
  check('a stored function', 'can’t contain functions or elements', ask("await storage.set('x', () => 1)")),
  check(
    'too many marks',
    'up to 500 marks',
    "neck.mark(Array.from({ length: 600 }, () => ({ string: 1, fret: 1, look: 'pin' as const })))",
  ),
  check('a string 0', 'string 1 as the highest', 'neck.play({ string: 0, fret: 3 })'),
  check(
    'a misspelt command of Fretwork',
    'did you mean "player.close-song"?',
    ask("await commands.run('player.close-sogn')"),
    {
      permissions: "commands: 'Plays.'",
    },
  ),
  check(
    'a command of the plugin that does not exist',
    'no command "aks" (src/index.ts:9)',
    ask("await commands.run('aks')"),
  ),
  check('sources that are newer than the build', 'run "npm run build"', '', { touched: true }),
  check('a changed file', 'the file was changed', '', { change: { 'index.js': text => `${text}\n` } }),
  check('a plugin.json that is not JSON', 'plugin.json is not valid JSON', '', {
    change: { 'plugin.json': () => '{' },
  }),
  check('a plugin of version 1', 'written for Fretwork 1', '', {
    change: { 'plugin.json': () => JSON.stringify({ id: 'quiz', title: 'Quiz', engine: '^1.2.0' }) },
  }),
  check(
    'a literal text',
    'shows "Press to start" in every language (src/index.ts:9)',
    shows("text: 'Press to start'"),
  ),
  check('a placeholder without its value', 'shows {{note}}', shows("text: t('Note {{note}}')")),
  check(
    'a template passed to t',
    "write t('At {{value}}', { value })",
    shows(`text: t(\`At $\{clock.now()}\`)`),
  ),
  check('a key joined by a hyphen', 'write "ctrl+j".', ask('', "keys: ['ctrl-j'],")),
  check('an unknown key', 'unknown key "spacebar"', ask('', "keys: ['shift+spacebar'],")),
  check(
    'a row without a cell',
    'at "table": each row needs',
    shows("table: { title: t('Bars'), columns: [t('Bar'), t('Right')], rows: [[1, 2], [3]] }"),
  ),
  check(
    'a chart without a label',
    'one label for each value',
    shows("chart: { title: t('Bars'), values: [1, 2], labels: ['1'] }"),
  ),
  check(
    'a value that is not a choice',
    'must be one of its choices',
    shows(field("value: 'c', choices: { a: t('A') }")),
  ),
  check('a value above max', 'must be from min to max', shows(field('value: 500, max: 10'))),
  check('a value that is not a number', 'a finite number', shows(field("value: Number('x')"))),
  check(
    'a filter that counts',
    'returns different notes if called twice',
    'let count = 0; midi.filter({ change: ({ note }) => (++count % 2 ? [{ note }] : []) })',
    HEARS,
  ),
  check(
    'a filter that depends on the time',
    'run in advance for all notes',
    'midi.filter({ change: ({ note }) => (clock.now() > 5 ? [{ note }] : []) })',
    HEARS,
  ),
  check(
    'a filter that a command switches',
    'depend on a variable that has changed',
    `let on = true; ${ask('on = !on')}; midi.filter({ accepts: () => on })`,
    HEARS,
  ),
  check(
    'a plugin that answers its own notes',
    'with the port "quiz" (src/index.ts:9)',
    'midi.onNote(({ note }) => midi.receive([0x90, note, 100]))',
    HEARS,
  ),
  check(
    'a second listener added while drawing',
    'must only return the panel; call this in setup or a callback (src/index.ts:9)',
    'midi.onNote(() => undefined); panel.show(() => { midi.onNote(() => undefined); return {} })',
    HEARS,
  ),
  check('an incomplete MIDI message', 'one MIDI message are needed', ask('midi.receive([0x90, 60])'), HEARS),
  check('channel 0', 'channel must be from 1 to 16', ask('midi.play(60, 500, { channel: 0 })'), PLAYS),
  check('a map in the storage', 'plain objects (src/index.ts:9)', ask("await storage.set('x', new Map())")),
  check(
    'an address with http://',
    'needs an address with https:// (src/index.ts:9)',
    ask("await network.fetch('http://api.example.org')"),
    LOADS,
  ),
  check('a panel that is shown later', 'panel.show must be called in setup', ask('panel.show(() => ({}))')),
  check('a button that fails', FAILS, shows(`buttons: [{ title: t('Go'), run: () => notify(${MISSING}) }]`)),
  check(
    'a field that fails',
    FAILS,
    shows(`fields: [{ id: 'a', title: t('Bars'), value: 4, change: (_: number) => notify(${MISSING}) }]`),
  ),
  check('a timer that fails', FAILS, `clock.after(1000, () => notify(${MISSING}))`),
  check(
    'suggestions that fail',
    FAILS,
    `commands.add('ask', { title: 'Ask', args: { word: { title: 'Word', default: '' } }, suggest: { word: () => [{ value: 'a', label: ${MISSING} }] }, run: () => 1 })`,
  ),
  check(
    'a panel that fails with another setting',
    FAILS,
    "panel.show(() => ({ text: ['a', 'b'][settings.get().by]!.trim() }))",
    {
      fields: "settings: { by: { title: 'By', default: 1, max: 9 } },",
    },
  ),
  check(
    'a format that fails for an empty file',
    'with an empty file failed',
    "songs.addFormat({ title: 'Lines', extensions: ['.lines'], read: bytes => JSON.parse(new TextDecoder().decode(bytes)) })",
  ),
  check(
    'a format that reads nonsense',
    'returned 200 at "tracks.0.notes.0.midi": expected at most 127',
    "songs.addFormat({ title: 'Lines', extensions: ['.lines'], read: () => ({ tracks: [{ notes: [{ midi: 200, time: 0, duration: 1 }] }] }) })",
  ),
  check(
    'a format that does not check numbers',
    'with the file "E4 1\\n" failed: The song format "Lines" returned NaN at "tracks.0.notes.0.time"',
    "songs.addFormat({ title: 'Lines', extensions: ['.lines'], read: bytes => ({ tracks: [{ notes: [{ midi: 60, time: Number(new TextDecoder().decode(bytes)), duration: 1 }] }] }) })",
  ),
  check(
    'a format for MIDI files',
    'never gets MIDI files, even with the extension .mid',
    "songs.addFormat({ title: 'Lines', extensions: ['.mid'], read: () => ({ tracks: [] }) })",
  ),
  check(
    'a panel that is drawn as nothing',
    'returned undefined instead of a panel such as',
    'panel.show((() => undefined) as never)',
  ),
  check('a command that returns a function', 'command "ask" returned a function', ask('return () => 1')),
  types(
    'a response that is read as JSON without parsing it',
    "Property 'name' does not exist on type 'string'",
    "const { body } = await network.fetch('https://example.org'); notify(body.name)",
  ),
  build('an empty title', 'at "title": it is empty', '', { fields: "title: ''," }),
  build('min above max', 'a min of 9, which is above its max of 1', '', {
    fields: "settings: { bpm: { title: 'Tempo', default: 5, min: 9, max: 1 } },",
  }),
  check(
    'a redraw while drawing',
    'must only return the panel',
    'panel.show(() => { panel.redraw(); return {} })',
  ),
  check(
    'an object as a message',
    'notify needs a text, not object (src/index.ts:9)',
    ask('notify({} as never)'),
  ),
  check(
    'a filter that returns numbers',
    'a list of { note }',
    'midi.filter({ change: ({ note }) => [note + 12] as never })',
    HEARS,
  ),
  check(
    'more than fits into the storage',
    'it would use 200003 of 102400 bytes',
    ask("await storage.set('x', 'x'.repeat(200_000))"),
  ),
  check('a package without its build', 'no "dist" in "files"', '', {
    packageJson: { version: '1.0.0', type: 'module', files: ['src'] },
  }),
  check('a package without the keyword for searches', 'lacks the keyword "fretwork-plugin"', '', {
    packageJson: { version: '1.0.0', type: 'module', files: ['dist'] },
  }),
  check('a version that is not built', 'has version 1.1.0, but the build 1.0.0', '', {
    change: { '../package.json': text => text.replace('1.0.0', '1.1.0') },
  }),
  build('a time in seconds', 'at least 1 ms, not 0.5 (src/index.ts:9)', 'clock.every(0.5, () => undefined)'),
]
