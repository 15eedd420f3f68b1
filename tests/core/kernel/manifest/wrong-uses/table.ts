/** Wrong uses of the plugin API: what is written, and the sentence that the compiler says about it. */

/** One file of a program that is compiled once. */
export interface WrongUse {
  readonly name: string
  /** A manifest's fields besides the usual ones, or a runtime; `code` is a whole module. */
  readonly manifest?: string
  readonly runtime?: string
  readonly code?: string
  readonly sentence: string
  /** The code of `fretwork plugins check` for the same mistake, where it finds it. */
  readonly found?: string
}

/** The contributions of a manifest around one of them. */
const command = (fields: string) => `contributes: { commands: [{ ${fields} }] },`
const route = (fields: string) => `contributes: { routes: [{ title: 'Page', screen: 'Page', ${fields} }] },`
const entry = (fields: string) => `contributes: { navigation: [{ title: 'Page', ${fields} }] },`
const condition = (when: string) => command(`id: 'quiz.say', title: 'Say', when: ${when}`)
const notUnderstood = 'is not understood; write names with ==, !=, !, && and ||, and texts in single quotes.'
const UNDECLARED = 'The token is not declared in the manifest; add it to requires, optional or lazy.'

const IN_MANIFEST: readonly WrongUse[] = [
  {
    name: 'version of two numbers',
    manifest: "version: '1.0',",
    sentence: 'The version "1.0" has to be three numbers, such as "1.0.0".',
    found: 'manifest_invalid',
  },
  {
    name: 'version in words',
    manifest: "version: 'latest',",
    sentence: 'The version "latest" has to be three numbers',
    found: 'manifest_invalid',
  },
  {
    name: 'engine of one number',
    manifest: "engine: '^1',",
    sentence: 'The engine "^1" has to be a range such as "^1.2.0".',
  },
  {
    name: 'engine in words',
    manifest: "engine: 'newest',",
    sentence: 'The engine "newest" has to be a range such as "^1.2.0".',
    found: 'engine_mismatch',
  },
  {
    name: 'misspelled field of a manifest',
    manifest: "descripton: 'A quiz',",
    sentence: 'A manifest has no field "descripton"; remove it or correct its name.',
    found: 'name_unknown',
  },
  {
    name: 'title that is a number',
    manifest: 'title: 5,',
    sentence: "Type 'number' is not assignable to type 'string'.",
    found: 'manifest_invalid',
  },
  {
    name: 'unknown host',
    manifest: "runsIn: ['server'],",
    sentence: `Type '"server"' is not assignable to type '"browser" | "node"'.`,
    found: 'manifest_invalid',
  },
  {
    name: 'activation without a form',
    manifest: "activateOn: ['start'],",
    sentence: '"start" activates nothing; write "startup", "route:/…", "command:…" or "event:…".',
    found: 'manifest_invalid',
  },
  {
    name: 'activation by a route without a slash',
    manifest: "activateOn: ['route:quiz'],",
    sentence: '"route:quiz" activates nothing',
    found: 'manifest_invalid',
  },
  {
    name: 'activation by an unknown command',
    manifest: "activateOn: ['command:quiz.stp'],",
    sentence: 'It waits for the command "quiz.stp", which the manifest does not declare.',
    found: 'activation_never',
  },
  {
    name: 'command of another prefix',
    manifest: command("id: 'quizz.say', title: 'Say'"),
    sentence: 'The id of the command "quizz.say" has to begin with "quiz.".',
    found: 'name_without_plugin',
  },
  {
    name: 'command without a prefix',
    manifest: command("id: 'say', title: 'Say'"),
    sentence: 'The id of the command "say" has to begin with "quiz.".',
    found: 'name_without_plugin',
  },
  {
    name: 'misspelled field of a command',
    manifest: command("id: 'quiz.say', title: 'Say', key: ['s']"),
    sentence: 'A command has no field "key"; remove it or correct its name.',
    found: 'name_unknown',
  },
  {
    name: 'unknown rule of a busy command',
    manifest: command("id: 'quiz.say', title: 'Say', busy: 'wait'"),
    sentence: `Type '"wait"' is not assignable to type`,
  },
  {
    name: 'question about no argument',
    manifest: command(
      "id: 'quiz.say', title: 'Say', args: z.object({ text: z.string() }), asks: [{ id: 'txt', title: 'Text' }]",
    ),
    sentence: 'The question "txt" is not an argument of the command; name a field of "args".',
    found: 'argument_unknown',
  },
  {
    name: 'question without a schema',
    manifest: command("id: 'quiz.say', title: 'Say', asks: [{ id: 'text', title: 'Text' }]"),
    sentence: 'The question "text" is not an argument of the command',
    found: 'argument_unknown',
  },
  {
    name: 'misspelled field of a question',
    manifest: command(
      "id: 'quiz.say', title: 'Say', args: z.object({ text: z.string() }), asks: [{ id: 'text', title: 'Text', search: true }]",
    ),
    sentence: 'A question has no field "search"',
  },
  {
    name: 'condition with one equals sign',
    manifest: condition(`"route = '/quiz'"`),
    sentence: notUnderstood,
    found: 'manifest_invalid',
  },
  {
    name: 'condition with three equals signs',
    manifest: condition(`"route === '/quiz'"`),
    sentence: notUnderstood,
    found: 'manifest_invalid',
  },
  {
    name: 'condition with "and"',
    manifest: condition(`'loggedIn and admin'`),
    sentence: notUnderstood,
    found: 'manifest_invalid',
  },
  {
    name: 'condition with double quotes',
    manifest: condition(`'route == "/quiz"'`),
    sentence: notUnderstood,
    found: 'manifest_invalid',
  },
  {
    name: 'condition that ends early',
    manifest: condition(`'loggedIn &&'`),
    sentence: notUnderstood,
    found: 'manifest_invalid',
  },
  {
    name: 'condition of all commands',
    manifest: `contributes: { commandsWhen: 'loggedIn & admin', commands: [{ id: 'quiz.say', title: 'Say' }] },`,
    sentence: notUnderstood,
    found: 'manifest_invalid',
  },
  {
    name: 'route without a slash',
    manifest: route("path: 'quiz'"),
    sentence: 'The path "quiz" of a route has to begin with "/".',
    found: 'manifest_invalid',
  },
  {
    name: 'misspelled field of a route',
    manifest: route("path: '/quiz', login: true"),
    sentence: 'A route has no field "login"',
    found: 'name_unknown',
  },
  {
    name: 'drawer on no path',
    manifest: `contributes: { drawers: [{ id: 'quiz.side', side: 'right', on: 'fretboard', title: 'Side', screen: 'Side' }] },`,
    sentence: 'The path "fretboard" of a drawer has to begin with "/".',
    found: 'route_missing',
  },
  {
    name: 'drawer on an unknown side',
    manifest: `contributes: { drawers: [{ id: 'quiz.side', side: 'top', on: '/fretboard', title: 'Side', screen: 'Side' }] },`,
    sentence: `Type '"top"' is not assignable to type`,
    found: 'manifest_invalid',
  },
  {
    name: 'navigation without a slash',
    manifest: entry("path: 'quiz'"),
    sentence: 'The path "quiz" of a navigation entry has to begin with "/".',
    found: 'route_missing',
  },
  {
    name: 'unknown icon',
    manifest: entry("path: '/fretboard', icon: 'guitr'"),
    sentence: 'The icon "guitr" is unknown; use one of ICON_NAMES.',
    found: 'icon_unknown',
  },
  {
    name: 'misspelled field of a navigation entry',
    manifest: entry("path: '/fretboard', position: 5"),
    sentence: 'A navigation entry has no field "position"',
  },
  {
    name: 'misspelled list of contributions',
    manifest: 'contributes: { route: [] },',
    sentence: '"contributes" has no field "route"',
  },
  {
    name: 'unknown permission',
    manifest: "permissions: { 'mid-in': 'Counts notes.' },",
    sentence: 'The permission "mid-in" is unknown',
  },
  {
    name: 'permission without a reason',
    manifest: "permissions: { 'midi-in': '' },",
    sentence: 'The permission "midi-in" needs a reason, which is shown to the user.',
  },
  {
    name: 'permission for hosts without a reason',
    manifest: "permissions: { network: { hosts: ['api.example.org'], reason: '' } },",
    sentence: 'The permission "network" needs a reason',
  },
  {
    name: 'token of another prefix',
    manifest: "provides: [createToken<number, 'quizz.score'>('quizz.score')],",
    sentence: 'The id of the token "quizz.score" has to begin with "quiz.".',
    found: 'name_without_plugin',
  },
  {
    name: 'runtime without a default export',
    manifest: "load: () => import('./no-default.js'),",
    sentence: 'The module that "load" imports has no default export',
    found: 'runtime_without_default',
  },
]

/** The manifest that runtimes of the table are written for is `right-manifest.ts` in the test. */
const all = (parts: string) => `
  providers: [provide(SCORE, Score)],
  screens: { Page: () => import('./page.js') },
  ${parts}`
const HANDLERS = "commands: { 'quiz.say': () => undefined, 'quiz.stop': () => undefined },"

const IN_RUNTIME: readonly WrongUse[] = [
  {
    name: 'undeclared command',
    runtime: all("commands: { 'quiz.say': () => 1, 'quiz.stop': () => 1, 'quiz.stp': () => 1 },"),
    sentence: 'The command "quiz.stp" is not declared in the manifest; add it there or correct its id.',
    found: 'command_undeclared',
  },
  {
    name: 'missing handler',
    runtime: all("commands: { 'quiz.say': () => 1 },"),
    sentence: 'The command "quiz.stop" of the manifest has no handler; add it to commands.',
    found: 'command_without_handler',
  },
  {
    name: 'no handlers',
    runtime: all(''),
    sentence: 'The command "quiz.say" of the manifest has no handler; add it to commands.',
    found: 'command_without_handler',
  },
  {
    name: 'argument that the schema lacks',
    runtime: all("commands: { 'quiz.say': (_, { txt }) => txt, 'quiz.stop': () => 1 },"),
    sentence: "Property 'txt' does not exist on type '{ text: string; }'.",
  },
  {
    name: 'argument of another type',
    runtime: all("commands: { 'quiz.say': (_, { text }: { text: number }) => text, 'quiz.stop': () => 1 },"),
    sentence: "Type 'string' is not assignable to type 'number'.",
  },
  {
    name: 'argument of a command without a schema',
    runtime: all("commands: { 'quiz.say': () => 1, 'quiz.stop': (_, { now }: { now: boolean }) => now },"),
    sentence: "Type 'undefined' is not assignable to type '{ now: boolean; }'.",
  },
  {
    name: 'choices of an unknown command',
    runtime: all(`${HANDLERS} choices: { 'quiz.sing': { text: () => [] } },`),
    sentence:
      'The command "quiz.sing" is not declared in the manifest, so it needs no choices; correct its id.',
    found: 'choices_unknown',
  },
  {
    name: 'choices of an unknown argument',
    runtime: all(`${HANDLERS} choices: { 'quiz.say': { txt: () => [] } },`),
    sentence: 'The command "quiz.say" has no argument "txt"; correct its name.',
    found: 'choices_unknown',
  },
  {
    name: 'missing screen',
    runtime: `providers: [provide(SCORE, Score)], screens: {}, ${HANDLERS}`,
    sentence: 'The screen "Page" of the manifest is missing; add it to screens.',
    found: 'screen_missing',
  },
  {
    name: 'unused screen',
    runtime: `providers: [provide(SCORE, Score)], screens: { Page: () => import('./page.js'), Side: () => import('./page.js') }, ${HANDLERS}`,
    sentence:
      'No route, drawer or header of the manifest uses the screen "Side"; remove it or correct its name.',
  },
  {
    name: 'misspelled field of a runtime',
    runtime: all(`${HANDLERS} active: () => undefined,`),
    sentence: 'A runtime has no field "active"; remove it or correct its name.',
  },
  {
    name: 'missing provider',
    runtime: `screens: { Page: () => import('./page.js') }, ${HANDLERS}`,
    sentence:
      'The token in "provides[0]" of the manifest has no provider; add provide(TOKEN, Class) to providers.',
    found: 'provider_missing',
  },
  {
    name: 'provider of an undeclared token',
    runtime: `providers: [provide(SCORE, Score), provide(OTHER, Other)], screens: { Page: () => import('./page.js') }, ${HANDLERS}`,
    sentence: 'The token is not in "provides" of the manifest; add it there or remove the provider.',
    found: 'provider_undeclared',
  },
  {
    name: 'class that does not fit',
    runtime: `providers: [provide(SCORE, Other)], screens: { Page: () => import('./page.js') }, ${HANDLERS}`,
    sentence: "Property 'points' is missing in type 'Other' but required in type 'ScoreService'.",
  },
  {
    name: 'undeclared token to get',
    runtime: all(`${HANDLERS} activate: ({ get }) => void get(OTHER),`),
    sentence: UNDECLARED,
  },
  {
    name: 'undeclared token to find',
    runtime: all(`${HANDLERS} activate: ({ find }) => void find(OTHER),`),
    sentence: UNDECLARED,
  },
  {
    name: 'undeclared token to load',
    runtime: all(`${HANDLERS} activate: ({ load }) => void load(OTHER),`),
    sentence: UNDECLARED,
  },
  {
    name: 'undeclared token to follow',
    runtime: all(`${HANDLERS} activate: ({ follow }) => follow(OTHER, () => undefined),`),
    sentence: UNDECLARED,
  },
  {
    name: 'undeclared token with an id',
    runtime: all(`${HANDLERS} activate: ({ get }) => void get(BEST),`),
    sentence: 'The token "other.best" is not declared in the manifest',
  },
  {
    name: 'undeclared token in a factory',
    runtime: `providers: [provideFactory(SCORE, ({ get }) => { get(OTHER); return new Score() })], screens: { Page: () => import('./page.js') }, ${HANDLERS}`,
    sentence: UNDECLARED,
  },
]

const settings = (fields: string) =>
  `defineSettings<{ readonly bpm: number; readonly sound: boolean }>({ id: 'Quiz', title: 'Quiz', version: '1', schema: z.object({ bpm: z.number(), sound: z.boolean() }), ${fields} })`

const IN_SETTINGS: readonly WrongUse[] = [
  {
    name: 'field that the schema lacks',
    code: settings("defaults: { bpm: 90, sound: true }, fields: [{ id: 'bmp' }]"),
    sentence: `Type '"bmp"' is not assignable to type '"bpm" | "sound"'.`,
    found: 'field_unknown',
  },
  {
    name: 'default of another type',
    code: settings("defaults: { bpm: '90', sound: true }"),
    sentence: "Type 'string' is not assignable to type 'number'.",
    found: 'defaults_invalid',
  },
  {
    name: 'missing default',
    code: settings('defaults: { bpm: 90 }'),
    sentence: "Property 'sound' is missing in type",
    found: 'defaults_invalid',
  },
]

export const WRONG_USES: readonly WrongUse[] = [...IN_MANIFEST, ...IN_RUNTIME, ...IN_SETTINGS]
