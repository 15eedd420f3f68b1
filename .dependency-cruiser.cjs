// Import rules between folders (docs/adr/0006-layers.md), checked by `npm test -- layers`.

/** Layers of `src/core`, lowest first. A folder may import from its own layer and the layers below. */
const LAYERS = [
  ['platform', 'contract'],
  ['events', 'tenant', 'settings', 'i18n'],
  ['http'],
  ['auth'],
  ['commands'],
  ['permissions'],
  ['kernel'],
  ['react'],
  ['testing'],
]

const folders = names => `^src/core/(${names.join('|')})/`

const coreLayers = LAYERS.slice(0, -1).map((layer, height) => ({
  name: `core-layer-${layer.join('-')}`,
  comment: `core/${layer.join(', core/')} must not import the layers above: ${LAYERS.slice(height + 1)
    .flat()
    .join(', ')}.`,
  severity: 'error',
  from: { path: folders(layer) },
  to: { path: [folders(LAYERS.slice(height + 1).flat()), '^src/core/[^/]+\\.tsx?$'] },
}))

/** Plugin screens at any depth. */
const SCREENS = '^src/plugins/.+/ui/'

/** UI packages. */
const SCREEN_PACKAGES =
  'node_modules/(react|react-dom|react-router|react-router-dom|react-i18next|kbar|@mantine|@tabler)/'

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'Two modules that need each other are one module, or hide a third. A runtime reads the type of its manifest, which loads it later.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'kernel-without-circles',
      comment: 'The kernel is read from the top down: types count as well.',
      severity: 'error',
      from: { path: '^src/core/kernel/' },
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      comment: 'The import names nothing: a typing error, or a package that is not installed.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-undeclared-package',
      comment: 'A package that package.json does not name may be gone with the next install.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-development-package',
      comment: 'What ships must not need what only building needs.',
      severity: 'error',
      from: { path: '^(src|cli|server)/', pathNot: '^src/core/testing/' },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/@types/',
      },
    },
    ...coreLayers,
    {
      name: 'music-is-pure',
      comment:
        'src/music holds pure functions and values: of Fretwork it imports helpers of core/platform only.',
      severity: 'error',
      from: { path: '^src/music/' },
      to: {
        path: ['^(src|cli|server|tests|e2e|bench|scripts)/', SCREEN_PACKAGES, 'node_modules/tsyringe/'],
        pathNot: '^src/(music/|core/platform/[^/]+\\.ts$)',
      },
    },
    {
      name: 'core-is-independent',
      comment: 'Core works without any plugin or host.',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { path: '^(src/(plugins|app)|cli|server|tests|e2e|bench|scripts)/' },
    },
    {
      name: 'sandbox-knows-core-only',
      comment: 'Scripts of the sandbox run in their own workers and frames: of src, they import core.',
      severity: 'error',
      from: { path: '^src/sandbox/', pathNot: '^src/sandbox/host/' },
      to: { path: '^(src/(plugins|app)|cli|server|tests|e2e|bench|scripts|examples)/' },
    },
    {
      name: 'sandbox-dom-is-light',
      comment:
        'The document of a worker and its frame are loaded per plugin: of core they use the errors only.',
      severity: 'error',
      from: { path: '^src/sandbox/dom/' },
      to: { path: '^src/', pathNot: '^src/(sandbox/dom/|core/platform/fretwork-error\\.ts$)' },
    },
    {
      name: 'testing-stays-in-tests',
      comment: 'Test helpers are in no bundle.',
      severity: 'error',
      from: { path: '^(src|cli|server|examples)/', pathNot: ['^src/core/testing/', '\\.test\\.tsx?$'] },
      to: { path: '^src/core/testing/' },
    },
    {
      name: 'examples-know-tokens-only',
      comment: 'The list of all plugins is for the tests of examples: their code asks for services by token.',
      severity: 'error',
      from: { path: '^examples/[^/]+/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/plugins/plugin-list\\.ts$' },
    },
    {
      name: 'react-in-its-place',
      comment: 'React belongs to core/react, to plugins under ui/, and to the app.',
      severity: 'error',
      from: {
        path: '^(src|cli|server|examples)/',
        pathNot: [
          '^src/(core/react|core/testing|app)/',
          '^src/sandbox/.+\\.tsx$',
          SCREENS,
          '^examples/.+/ui/',
          '\\.test\\.tsx$',
        ],
      },
      to: { path: [SCREEN_PACKAGES, '^src/core/react/'] },
    },
    {
      name: 'tsyringe-in-the-kernel',
      comment: 'Only the kernel knows which container is used behind tokens.',
      severity: 'error',
      from: { path: '^(src|cli|server)/', pathNot: '^src/core/kernel/' },
      to: { path: 'node_modules/(tsyringe|reflect-metadata)/' },
    },
    {
      name: 'full-zod-nowhere',
      comment: 'zod/mini says the same in a fifth of the bytes, and the wire contract is on the log-in page.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: 'node_modules/zod/', pathNot: 'node_modules/zod/(v4/)?(mini|core)/' },
    },
    {
      name: 'plugins-know-tokens-only',
      comment:
        'Of another plugin, a plugin may import tokens.ts and nothing else; internal-tokens.ts is internal.',
      severity: 'error',
      from: { path: '^src/plugins/([^/]+)/' },
      to: { path: '^src/plugins/[^/]+/', pathNot: ['^src/plugins/$1/', '^src/plugins/[^/]+/tokens\\.ts$'] },
    },
    {
      name: 'public-tokens-only',
      comment:
        'tokens.ts, with what it passes on of tokens/, is public and part of the SDK: nothing of it is internal.',
      severity: 'error',
      from: { path: ['^src/plugins/[^/]+/tokens\\.ts$', '^src/plugins/[^/]+/tokens/'] },
      to: { path: '^src/plugins/[^/]+/internal-tokens\\.ts$' },
    },
    {
      name: 'no-plugin-circles',
      comment:
        'Two plugins that import each other’s tokens are one plugin, or one of the tokens belongs elsewhere.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/plugins/[^/]+$' },
      to: { circular: true, path: '^src/plugins/[^/]+$' },
    },
    {
      name: 'plugins-know-no-host',
      comment: 'A plugin runs in any host: it knows neither the app, nor the command line, nor the server.',
      severity: 'error',
      from: { path: '^src/plugins/' },
      to: { path: '^(src/app|cli|server|tests|e2e|bench|scripts)/' },
    },
    {
      name: 'screens-on-demand',
      comment: 'Headless plugin files reach ui/ by dynamic import only, so that Node never loads a screen.',
      severity: 'error',
      from: { path: '^src/plugins/[^/]+/', pathNot: SCREENS },
      to: { path: SCREENS, dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'manifests-are-light',
      comment:
        'A manifest is data and loaded at start: it imports core, settings.ts (and one …-settings.ts for each further section), tokens.ts, internal-tokens.ts and the few plural forms of locales/en.json; the rest on demand.',
      severity: 'error',
      from: { path: '^src/plugins/[^/]+/index\\.ts$' },
      to: {
        path: '^src/plugins/[^/]+/',
        pathNot: [
          '^src/plugins/[^/]+/((settings|[a-z]+-settings|tokens|internal-tokens)\\.ts|locales/en\\.json)$',
          '^src/plugins/[^/]+/tokens/',
        ],
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'shared-links-are-light',
      comment: 'A shared link opens for guests, without the code of people and homework.',
      severity: 'error',
      from: { path: '^src/plugins/social/(runtime\\.ts$|sharing/)' },
      to: {
        path: '^src/plugins/social/(homework|profiles)/',
        pathNot: '^src/plugins/social/profiles/parts\\.ts$',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'hosts-hold-no-feature',
      comment:
        "app and cli import core, the plugin list and plugins' tokens.ts; features come through the kernel.",
      severity: 'error',
      from: { path: '^(src/(app|sandbox/host)|cli)/' },
      to: { path: '^src/plugins/[^/]+/', pathNot: '^src/plugins/[^/]+/(index|tokens)\\.ts$' },
    },
    {
      name: 'app-is-for-browsers',
      comment: 'The app is delivered to browsers: nothing of the command line or the server belongs in it.',
      severity: 'error',
      from: { path: '^src/app/' },
      to: { path: '^(cli|server|tests|e2e|bench|scripts)/' },
    },
    {
      name: 'cli-starts-fast',
      comment: 'The command line reaches the server by dynamic import only, and never the app.',
      severity: 'error',
      from: { path: '^cli/' },
      to: { path: '^server/', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'cli-is-no-app',
      comment: 'The command line never imports the app.',
      severity: 'error',
      from: { path: '^cli/' },
      to: { path: '^(src/app|tests|e2e|bench|scripts)/' },
    },
    {
      name: 'packages-are-read-on-node',
      comment:
        'Reading packages of plugins is for the server and the command line, and knows the contract and its words only.',
      severity: 'error',
      from: { path: '^src/sandbox/packages/' },
      to: {
        path: '^(src|cli|server|tests|e2e|bench|scripts)/',
        pathNot: '^src/(core/contract/|core/platform/issue-sentence|sandbox/packages/)',
      },
    },
    {
      name: 'pages-read-no-packages',
      comment: 'A page gets packages from the server, which has read and checked them.',
      severity: 'error',
      from: { path: '^src/(core|music|plugins|app|sandbox/host)/' },
      to: { path: '^src/sandbox/packages/' },
    },
    {
      name: 'examples-use-the-sdk',
      comment: 'An example is written like an external plugin: it imports @fretwork/sdk… and its own files.',
      severity: 'error',
      from: { path: '^examples/([^/]+)/' },
      to: {
        path: '^(src|cli|server|tests|e2e|bench|scripts|examples)/',
        pathNot: '^examples/$1/',
        dependencyTypesNot: ['aliased-tsconfig-paths'],
      },
    },
    {
      name: 'product-without-examples',
      comment: 'Examples are for reading and for development: nothing that ships knows of them.',
      severity: 'error',
      from: { path: '^(src|cli|server)/' },
      to: { path: '^examples/' },
    },
    {
      name: 'server-knows-the-contract-only',
      comment: 'Of src, the server imports core/contract, music and sandbox/packages.',
      severity: 'error',
      from: { path: '^server/' },
      to: {
        path: '^(src|cli|tests|e2e|bench|scripts)/',
        pathNot: '^src/(core/contract|music|sandbox/packages)/',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|node_modules/[^/]+/dist/.*\\.map)' },
    // Checks type imports too, because they also depend on the other layer.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      mainFields: ['module', 'main', 'types'],
    },
    cache: false,
  },
}
