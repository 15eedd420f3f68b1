// How the three parts of the product are bundled; FRETWORK_BUILD says which one a run of `vite build` makes.
import { dirname, relative, resolve, sep } from 'node:path'
import react from '@vitejs/plugin-react'
import type { Plugin, UserConfig } from 'vite'
import { defineConfig } from 'vite'
import { preloads } from './scripts/lib/build/preloads.js'
import { serviceWorker } from './scripts/lib/build/service-worker.js'
import { withExamples } from './scripts/lib/build/with-examples.mjs'
import { apartFaces } from './scripts/lib/plugin/apart-faces.js'
import { sdkAliases } from './scripts/lib/plugin/sdk-faces.mjs'
import { sharedModules } from './scripts/lib/plugin/shared-modules.js'

/** Everything that the development server answers not itself: see `scripts/dev.mjs`. */
const BACKEND_PATHS = [
  '/presence/',
  '/account/api/',
  '/external/',
  '/apart/',
  '/tenant.json',
  '/health',
  '/ready',
  '/metrics',
].concat(['/openapi.json', '/docs/', '/cms', '/dev/mail', '/dev/'])

/**
 * Screens are for browsers: the command line's bundle holds, in place of each `ui/` module, one that says so
 * when it is asked for. Without this, the dynamic imports in `runtime.ts` would pull React into it.
 */
function withoutScreens(): Plugin {
  return {
    name: 'fretwork:without-screens',
    enforce: 'pre',
    resolveId(source, importer) {
      const fromPlugin = importer?.includes('/src/plugins/') === true
      return fromPlugin && /(^|\/)ui\//.test(source) ? '\0no-screen' : undefined
    },
    load(id) {
      if (id !== '\0no-screen') return undefined
      return "throw new Error('This screen needs a browser: open the application there.')"
    },
  }
}

/**
 * In development Vite answers a JSON file as a script, which a browser refuses for an import that says JSON:
 * there the clause has to go. A build needs nothing.
 */
function jsonAsScript(): Plugin {
  return {
    name: 'fretwork:json-as-script',
    apply: 'serve',
    enforce: 'pre',
    transform(code) {
      return code.replace(
        /(import\('[^']+\.json')\s*,\s*\{\s*with:\s*\{\s*type:\s*'json',?\s*\},?\s*\}\s*\)/g,
        '$1)',
      )
    },
  }
}

/** The modules of the server that the command line may ask for: each is an entry of the server's bundle. */
const SERVER_ENTRIES = ['main', 'run', 'config', 'tenants/tenants', 'database/open'].concat(
  ['operations/backup', 'operations/restore', 'operations/production'],
  ['auth/signing-keys', 'tenants/external-providers', 'demo/demo-people', 'admin/create-admin'],
  ['admin/remove-second-factor'],
)

/**
 * The command line starts the server from the server's own bundle, and only when it is asked to: this leaves
 * `import('../server/run.js')` a path into `dist/server`. All chunks of the command line lie side by side,
 * so that the path is the same from each.
 */
function serverBundleApart(): Plugin {
  return {
    name: 'fretwork:server-bundle-apart',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!importer || !source.startsWith('.')) return undefined
      const path = relative(import.meta.dirname, resolve(dirname(importer), source))
        .split(sep)
        .join('/')
      const entry = /^server\/(.+)\.js$/.exec(path)?.[1]
      if (!entry) return undefined
      if (SERVER_ENTRIES.includes(entry)) return { id: `../server/${entry}.mjs`, external: true }
      throw new Error(
        `The command line imports server/${entry}.ts: name it in SERVER_ENTRIES of vite.config.ts.`,
      )
    },
  }
}

/** Threads of the server, which find them next to the bundle by their names alone. */
const SERVER_WORKERS = { 'picture-worker': 'server/pictures/picture-worker.mjs' }

const serverEntries = () => Object.fromEntries(SERVER_ENTRIES.map(entry => [entry, `server/${entry}.ts`]))

/**
 * What always comes together is one file: it packs better, and on a slow line each request costs more than what it
 * brings. Higher priorities first, each with all that it imports and none before it has taken.
 */
const APP_FILES = [
  // Packages of the login page; an update of ours leaves them in the cache.
  {
    name: 'base',
    test: /rolldown.runtime|node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|i18next|zustand|eventemitter3|axios)\//,
  },
  // The rest of what is requested until the login. The icons of brands are there for tenants with such a login.
  { name: 'log-in', test: /src\/(app\/(main|app)\.tsx|plugins\/auth\/(runtime\.ts|ui\/login\.tsx))$/ },
  // The manifests of all other plugins.
  { name: 'plugins', test: /src\/plugins\/plugin-list\.ts$/ },
  // What no screen waits for.
  {
    name: 'after-log-in',
    test: /src\/(core\/commands\/settings-commands|app\/offline\/follow-worker)\.ts$/,
  },
  // The frame of every screen behind the login, and what most screens use.
  {
    name: 'inside',
    test: /src\/app\/layout\/(navigation|drawer-toggle|user-menu|sheets|side-drawers|running-commands|session-indicator)\.tsx$|src\/core\/(?!music\/|locales\/|api-face|journal\/(redact|call-without-text)|commands\/search\/|api\/(second-factor|admin|sign-up|sessions|library|sharing|homework|users|external-plugins)|http\/(event-stream|library-files)|kernel\/(services\/plugin-services|host\/why-hidden|permissions\/(permission-words|asking-notice)|data\/|network\/|manifest\/(external-manifest|manifest-check|manifest-schema|contribution-check|renamed))|commands\/when\/explain-when|platform\/(worker-answer|html-page|fetch-http|stored-data)|commands\/keys\/key-changes|react\/(refused|report-problem|hooks\/use-moment|second-factor|password|page-choice|people-choice|question|section-of|whole-number)).*\.tsx?$|@tabler\/icons-react\/(?!.*IconBrand)|@mantine\/core\/esm\/core\/|@mantine\/core\/esm\/components\/(Popover|Menu|Select|Tooltip)\//,
  },
  // Toasts: brought ahead of the first notice, and no screen waits for them.
  {
    name: 'toasts',
    test: /src\/app\/notices\/toasts\.tsx$|node_modules\/(@mantine\/notifications|react-transition-group|dom-helpers)\//,
  },
  // The library's components that only some screens use.
  {
    name: 'controls',
    test: /node_modules\/(@mantine|@floating-ui|react-remove-scroll|react-remove-scroll-bar|aria-hidden)\//,
  },
  // Plugins from elsewhere: what they are checked by is for those that have some.
  { name: 'external-plugins', test: /src\/app\/external\/external-plugins\.ts$/ },
  { name: 'music', test: /src\/core\/music\/(?!song\/(pickup|song-keys|song-quarters|song-summary))/ },
  // The page that a login leads to, until a note can be played …
  {
    name: 'neck',
    test: /src\/plugins\/((fretboard|midi-io)\/runtime\.ts|fretboard\/ui\/fretboard-page\.tsx|midi-io\/ui\/browser-page\.ts)$/,
  },
  // … and the rest of it.
  {
    name: 'songs',
    test: /src\/plugins\/((player|practice|library|midi-file|midi-learn|sound|tablature)\/runtime\.ts|(player|tablature|library)\/ui\/(song-panel|tablature-panel|no-song|opening-songs)\.tsx|library\/ui\/(idb-song-store|tab-memory)\.ts)$/,
  },
  // The words of a language, before the login and behind it: a dozen plugins have some.
  { name: 'de-log-in', test: /src\/(core|app|plugins\/auth)\/locales\/de\.json$/ },
  { name: 'de', test: /src\/plugins\/[^/]+\/locales\/de\.json$/ },
  // What `zod` and `zod/mini` of external plugins have in common: see shared-modules.ts.
  { name: 'shared-zod-core', test: /\/zod\/v4\/(core|locales)\/.*\?shared$/ },
].map((group, index, { length }) => ({ ...group, priority: length - index }))

/** What the server announces with the page to those who are logged in: without it, each file waits for the one before. */
const PRELOADED = { '/fretboard': ['plugins', 'inside', 'plugin-services', 'neck'] }

/** A part of a package that nobody needs, and what stands in its place. */
interface Stripped {
  /** The module that imports it, and how the import names it. */
  readonly importer: RegExp
  readonly source: RegExp
  /** The module in its place: another file of the package, or these lines. */
  readonly file?: (path: string) => string
  readonly code?: string
}

/** alphaTab without the workers that it starts itself: it would take our worker for one of these. */
const ALPHATAB = {
  find: /^@coderline\/alphatab$/,
  replacement: resolve(import.meta.dirname, 'node_modules/@coderline/alphatab/dist/alphaTab.core.mjs'),
}

/** tsyringe's build for engines with classes of their own: a third less. */
const TSYRINGE: Stripped = {
  importer: /./,
  source: /^tsyringe$/,
  file: path => path.replace('/dist/esm5/', '/dist/esm2015/'),
}

const NOT_IN_APP: readonly Stripped[] = [
  TSYRINGE,
  // The router keeps its build without warnings for developers where no import leads.
  {
    importer: /./,
    source: /^react-router(\/dom)?$/,
    file: path => path.replace('/dist/development/', '/dist/production/'),
  },
  // Browsers send by axios' first adapter, XMLHttpRequest; this is the second.
  {
    importer: /\/axios\/lib\/adapters\//,
    source: /^\.\/fetch\.js$/,
    code: 'export const getFetch = () => undefined',
  },
  // Extras of axios that calls with JSON never reach.
  {
    importer: /\/axios\/lib\/(axios|defaults\/index)\.js$/,
    source: /\/(HttpStatusCode|CancelToken|formDataToJSON|toFormData|toURLEncodedForm)\.js$/,
    code: 'export default undefined',
  },
  // Queries are written by our own client.
  {
    importer: /\/axios\/lib\//,
    source: /\/AxiosURLSearchParams\.js$/,
    code: 'export default undefined',
  },
  // tsyringe checks that it is loaded, but only its decorators use it, and ours do not need it.
  {
    importer: /\/core\/kernel\/services\/tsyringe-registry\.ts$/,
    source: /^reflect-metadata\/lite$/,
    code: 'Reflect.getMetadata ??= () => undefined',
  },
  // Only rendered in shells whose parts can be resized.
  {
    importer: /\/@mantine\/core\/.*\/AppShell\//,
    source: /\/AppShellResizeHandle\.mjs$/,
    code: 'export const AppShellResizeHandle = () => null',
  },
  // The shell asks for the names of two classes; what locks the page behind a dialog comes with the first dialog.
  {
    importer: /\/@mantine\/core\/.*\/AppShell\//,
    source: /^react-remove-scroll$/,
    code: `import { fullWidthClassName as fullWidth, zeroRightClassName as zeroRight } from 'react-remove-scroll-bar/constants'
      export const RemoveScroll = { classNames: { fullWidth, zeroRight } }`,
  },
]

const NOT_IN_CLI: readonly Stripped[] = [
  TSYRINGE,
  // The library can start a program for each word; ours are functions, and that part of Node takes time to load.
  {
    importer: /\/commander\/lib\/command\.js$/,
    source: /^node:child_process$/,
    code: 'export const spawn = undefined',
  },
]

/** Leaves out of a build what nobody needs. A part that has moved comes along again: it only costs weight. */
function stripped(parts: readonly Stripped[]): Plugin {
  const PREFIX = '\0stripped:'
  return {
    name: 'fretwork:stripped',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const index = parts.findIndex(part => part.source.test(source) && part.importer.test(importer ?? ''))
      const part = parts[index]
      if (part?.code !== undefined) return PREFIX + index
      if (!part?.file) return undefined
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
      return resolved && part.file(resolved.id)
    },
    load: id => (id.startsWith(PREFIX) ? parts[Number(id.slice(PREFIX.length))]?.code : undefined),
  }
}

const app: UserConfig = {
  // A worker that loads its library when it needs it: in a browser that is a module.
  worker: { format: 'es' },
  plugins: [
    jsonAsScript(),
    withExamples(),
    stripped(NOT_IN_APP),
    react(),
    sharedModules(),
    preloads(PRELOADED),
    serviceWorker(),
  ],
  build: {
    outDir: 'dist/app',
    target: ['chrome115', 'firefox115', 'safari16.4'],
    // A source map costs the visitor nothing and makes a report from the field readable.
    sourcemap: true,
    // Where a browser knows no module preloading, it only comes a little later.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: APP_FILES,
        },
      },
    },
  },
}

/**
 * Node takes longer to find, open and link a file than to read what is in it: what always comes together is one
 * file. Higher priorities first, each with all that it imports and none before it has taken.
 */
const CLI_FILES = [
  { name: 'start', test: /(src\/core\/version|cli\/errors)\.ts$/, priority: 5 },
  { name: 'program', test: /cli\/program\.ts$/, priority: 4 },
  {
    name: 'kernel',
    test: /cli\/platform\/node-kernel\.ts$|src\/core\/kernel\/services\/plugin-services\.ts$/,
    priority: 3,
  },
  { name: 'music', test: /src\/core\/music\//, priority: 2 },
  { name: 'replay', test: /(cli\/replay\/command|src\/plugins\/replay\/runtime)\.ts$/, priority: 1 },
  {
    name: 'songs',
    test: /src\/plugins\/midi-file\/(runtime|reading\/read-(song|midi)-file)\.ts$|@tonejs\/midi\//,
    priority: 1,
  },
]

/** A bundle for Node 20. `noExternal` puts the packages in as well: one file to read instead of hundreds. */
function forNode(
  entries: Readonly<Record<string, string>>,
  outDir: string,
  { minify = false, groups = [] }: { minify?: boolean; groups?: typeof CLI_FILES } = {},
): UserConfig {
  return {
    publicDir: false,
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      sourcemap: true,
      minify,
      rolldownOptions: {
        input: { ...entries },
        output: {
          entryFileNames: '[name].mjs',
          chunkFileNames: '[name]-[hash].mjs',
          codeSplitting: { groups },
        },
      },
    },
  }
}

const cli: UserConfig = {
  // It starts anew for every word that is typed: what Node need not read is time that nobody waits.
  ...forNode({ main: 'cli/main.ts' }, 'dist/cli', { minify: true, groups: CLI_FILES }),
  plugins: [withoutScreens(), serverBundleApart(), stripped(NOT_IN_CLI)],
  // What reads npm packages is beside the bundle: 100 packages of CommonJS for one command.
  ssr: { noExternal: true, external: ['@npmcli/config', 'pacote'] },
}

// Fastify and PostgreSQL's driver stay packages: they are beside the bundle, and argon2 is native.
const server: UserConfig = {
  ...forNode({ ...serverEntries(), ...SERVER_WORKERS }, 'dist/server'),
  ssr: { external: true },
}

/** The worker and the frame of plugins that run apart from the page; what their code imports, a file each. */
const apart: UserConfig = {
  base: '/apart/',
  publicDir: 'src/apart/frame/public',
  plugins: [stripped(NOT_IN_APP), react(), apartFaces()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: ['chrome115', 'firefox115', 'safari16.4'],
    sourcemap: true,
    modulePreload: false,
    rolldownOptions: {
      input: { worker: 'src/apart/worker/main.ts', frame: 'src/apart/frame/main.ts' },
      // What the faces export is for code that comes later.
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
    },
  },
}

const BUILDS: Readonly<Record<string, UserConfig>> = { app, apart, cli, server }

export default defineConfig(() => {
  const build = BUILDS[process.env.FRETWORK_BUILD ?? 'app'] ?? app
  const config: UserConfig = { ...build, resolve: { alias: [...sdkAliases(), ALPHATAB] } }
  const backend = process.env.FRETWORK_BACKEND
  if (!backend) return config
  return {
    ...config,
    server: {
      strictPort: true,
      proxy: Object.fromEntries(BACKEND_PATHS.map(path => [path, { target: backend }])),
    },
  }
})
