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

/** The plugin's end of the sandbox's channel. */
const PLUGIN_END = '^src/sandbox/(worker/|(sdk|panel|protocol|frame)\\.ts$)'

/** Runs plugins in memory, for tests and for `fretwork plugins check`. */
const IN_MEMORY = '^src/sandbox/in-memory\\.ts$'

/** UI packages. */
const SCREEN_PACKAGES =
  'node_modules/(react|react-dom|react-router|react-router-dom|react-i18next|kbar|@mantine|@tabler)/'

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'Modules must not import each other in a circle. Types are exempt, because a runtime uses the type of the manifest that loads it.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'kernel-without-circles',
      comment:
        'The kernel has no import circles, including type imports, so that it can be read from top to bottom.',
      severity: 'error',
      from: { path: '^src/core/kernel/' },
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      comment: 'The imported module does not exist: check for a typo or a missing package.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-undeclared-package',
      comment: 'Packages that package.json does not list may disappear with the next installation.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-development-package',
      comment: 'Shipped code must not import development dependencies.',
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
      comment: 'src/music contains pure functions and values. It may import only helpers from core/platform.',
      severity: 'error',
      from: { path: '^src/music/' },
      to: {
        path: ['^(src|cli|server|tests|e2e|bench|scripts)/', SCREEN_PACKAGES, 'node_modules/tsyringe/'],
        pathNot: '^src/(music/|core/platform/[^/]+\\.ts$)',
      },
    },
    {
      name: 'core-is-independent',
      comment: 'Core must not depend on plugins or hosts.',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { path: '^(src/(plugins|app)|cli|server|tests|e2e|bench|scripts)/' },
    },
    {
      name: 'plugin-end-is-light',
      comment:
        'The SDK and the worker become part of packages and run in the sandbox. They may import only music and core/platform.',
      severity: 'error',
      from: { path: PLUGIN_END },
      to: {
        path: '^(src|cli|server|tests|e2e|bench|scripts|examples)/',
        pathNot: [PLUGIN_END, '^src/(music|core/platform)/'],
      },
    },
    {
      name: 'sandbox-knows-no-host',
      comment: 'The sandbox serves the app, the CLI and the server, and must not import them.',
      severity: 'error',
      from: { path: '^src/sandbox/' },
      to: { path: '^(src/app|cli|server|tests|e2e|bench|scripts|examples)/' },
    },
    {
      name: 'testing-stays-in-tests',
      comment: 'Test helpers must not be bundled.',
      severity: 'error',
      from: {
        path: '^(src|cli|server|examples)/',
        pathNot: ['^src/core/testing/', IN_MEMORY, '\\.test\\.ts$'],
      },
      to: { path: '^src/core/testing/' },
    },
    {
      name: 'react-in-its-place',
      comment: 'React is allowed only in core/react, the app and the ui/ folders of plugins.',
      severity: 'error',
      from: {
        path: '^(src|cli|server|examples)/',
        pathNot: ['^src/(core/react|app)/', '^src/sandbox/host/.+\\.tsx$', SCREENS],
      },
      to: { path: [SCREEN_PACKAGES, '^src/core/react/'] },
    },
    {
      name: 'tsyringe-in-the-kernel',
      comment: 'Only the kernel may import the dependency injection container.',
      severity: 'error',
      from: { path: '^(src|cli|server)/', pathNot: '^src/core/kernel/' },
      to: { path: 'node_modules/(tsyringe|reflect-metadata)/' },
    },
    {
      name: 'full-zod-nowhere',
      comment: 'Use zod/mini: it is a fifth of the size of zod, and the login page loads the API contract.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: 'node_modules/zod/', pathNot: 'node_modules/zod/(v4/)?(mini|core)/' },
    },
    {
      name: 'plugins-know-tokens-only',
      comment: 'A plugin may import only tokens.ts from another plugin.',
      severity: 'error',
      from: { path: '^src/plugins/([^/]+)/' },
      to: { path: '^src/plugins/[^/]+/', pathNot: ['^src/plugins/$1/', '^src/plugins/[^/]+/tokens\\.ts$'] },
    },
    {
      name: 'no-plugin-circles',
      comment:
        'Plugins must not import tokens from each other in a circle. Join the plugins or move a token.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/plugins/[^/]+$' },
      to: { circular: true, path: '^src/plugins/[^/]+$' },
    },
    {
      name: 'plugins-know-no-host',
      comment: 'Plugins must not depend on a host: the app, the CLI or the server.',
      severity: 'error',
      from: { path: '^src/plugins/' },
      to: { path: '^(src/app|cli|server|tests|e2e|bench|scripts)/' },
    },
    {
      name: 'screens-on-demand',
      comment: 'Headless plugin files must import ui/ dynamically, so that Node.js never loads a screen.',
      severity: 'error',
      from: { path: '^src/plugins/[^/]+/', pathNot: SCREENS },
      to: { path: SCREENS, dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'manifests-are-light',
      comment:
        'Manifests are loaded at startup. They may import only core, settings, tokens and locales/en.json; everything else is loaded on demand.',
      severity: 'error',
      from: { path: '^src/plugins/[^/]+/index\\.ts$' },
      to: {
        path: '^src/plugins/[^/]+/',
        pathNot: [
          '^src/plugins/[^/]+/((settings|[a-z]+-settings|tokens)\\.ts|locales/en\\.json)$',
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
        'Hosts may import only core, the list of plugins and the tokens of plugins. They get features from the kernel.',
      severity: 'error',
      from: { path: '^(src/(app|sandbox)|cli)/' },
      to: { path: '^src/plugins/[^/]+/', pathNot: '^src/plugins/[^/]+/(index|tokens)\\.ts$' },
    },
    {
      name: 'app-is-for-browsers',
      comment: 'The app runs in browsers and must not import the CLI or the server.',
      severity: 'error',
      from: { path: '^src/app/' },
      to: { path: '^(cli|server|tests|e2e|bench|scripts)/' },
    },
    {
      name: 'cli-starts-fast',
      comment: 'The CLI must import the server dynamically, so that it starts quickly.',
      severity: 'error',
      from: { path: '^cli/' },
      to: { path: '^server/', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'cli-is-no-app',
      comment: 'The CLI must not import the app.',
      severity: 'error',
      from: { path: '^cli/' },
      to: { path: '^(src/app|tests|e2e|bench|scripts)/' },
    },
    {
      name: 'packages-are-read-on-node',
      comment: 'The package reader runs on Node.js. It may import only the contract and its messages.',
      severity: 'error',
      from: { path: '^src/sandbox/packages/' },
      to: {
        path: '^(src|cli|server|tests|e2e|bench|scripts)/',
        pathNot: '^src/(core/contract/|core/platform/issue-sentence|sandbox/packages/)',
      },
    },
    {
      name: 'pages-read-no-packages',
      comment:
        'Browser code gets packages from the server, which has checked them. Only tools describe plugins and run them in memory.',
      severity: 'error',
      from: { path: ['^src/(core|music|plugins|app|sandbox/host)/', PLUGIN_END] },
      to: { path: '^src/sandbox/(packages/|(in-memory|testing|describe)\\.ts$)' },
    },
    {
      name: 'examples-use-the-sdk',
      comment:
        'Examples are written like external plugins and may import only @fretwork/sdk and their own files.',
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
      comment: 'The product must not import examples.',
      severity: 'error',
      from: { path: '^(src|cli|server)/' },
      to: { path: '^examples/' },
    },
    {
      name: 'server-knows-the-contract-only',
      comment: 'The server may import only core/contract, music and sandbox/packages from src.',
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
