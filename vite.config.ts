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
  ['admin/import-people', 'admin/user-commands', 'tenants/at-tenant'],
  ['plugins/stored-plugins'],
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
 * Files of the application: on a slow line each request costs more than what it brings. Higher priorities come first,
 * and each group takes what it imports, except what an earlier one has taken.
 */
const APP_FILES = [
  // Packages of the login page: an update of the application leaves them in the browser's cache.
  {
    name: 'base',
    test: /rolldown.runtime|node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|i18next|zustand|eventemitter3|axios)\//,
  },
  { name: 'log-in', test: /src\/(app\/main\.tsx|plugins\/auth\/(runtime\.ts|ui\/login\.tsx))$/ },
  { name: 'plugins', test: /src\/plugins\/plugin-list\.ts$/ },
  // The frame of every screen behind the login.
  { name: 'inside', test: /src\/app\/layout\/inside\.tsx$/ },
  { name: 'music', test: /src\/music\/(?!song\/(pickup|song-keys|song-quarters|song-summary))/ },
  // What several screens use.
  {
    name: 'shared',
    test: /src\/(core|music)\/.*\.tsx?$|node_modules\/(@mantine|@tabler|@floating-ui)\//,
    minShareCount: 4,
  },
  // Songs need these without the neck.
  {
    name: 'midi',
    test: /src\/(plugins\/midi-io\/(runtime|ui\/browser-page)\.ts|core\/(kernel\/services\/(copy-text|prepared-by)\.ts|react\/(guest-note\.tsx|hooks\/use-printing\.ts)))$|\/(RangeSlider|use-disclosure)\.mjs$/,
  },
  // The page after login, up to the first playable note …
  { name: 'neck', test: /src\/plugins\/fretboard\/(runtime\.ts|ui\/fretboard-page\.tsx)$/ },
  // … and the rest of it.
  {
    name: 'songs',
    test: /src\/plugins\/((player|practice|library|midi-file|midi-learn|sound|tablature)\/runtime\.ts|(player|tablature|library)\/ui\/(song-panel|tablature-panel|no-song|opening-songs)\.tsx|library\/ui\/(idb-song-store|tab-memory)\.ts)$/,
  },
  // The remaining code of the page of a shared song.
  {
    name: 'link',
    test: /src\/plugins\/((sharing|notation|score-files)\/runtime\.ts|sharing\/ui\/link-page\.tsx|player\/ui\/transport\.tsx|practice\/ui\/(hints|judging\/[^/]+)\.tsx|library\/ui\/import-progress\.tsx|sound\/ui\/sound-page\.ts|midi-file\/reading\/read-song-file\.ts)$/,
  },
  // The words of a language, before the login and behind it.
  { name: 'de-log-in', test: /src\/(core|app|plugins\/auth)\/locales\/de\.json$/ },
  { name: 'de', test: /src\/plugins\/[^/]+\/locales\/de\.json$/ },
  // What `zod` and `zod/mini` of external plugins have in common: see shared-modules.ts.
  { name: 'shared-zod-core', test: /\/zod\/v4\/(core|locales)\/.*\?shared$/ },
].map((group, index, { length }) => ({ ...group, priority: length - index }))

/** What the server announces with the page to those who are logged in: without it, each file waits for the one before. */
const PRELOADED = {
  '/fretboard': ['plugins', 'inside', 'shared', 'neck'],
  '/demo': ['plugins', 'shared', 'neck', 'songs'],
  '/link': ['plugins', 'shared', 'midi', 'songs', 'link'],
}

/** alphaTab without the workers that it starts itself: it would take our worker for one of these. */
const ALPHATAB = {
  find: /^@coderline\/alphatab$/,
  replacement: resolve(import.meta.dirname, 'node_modules/@coderline/alphatab/dist/alphaTab.core.mjs'),
}

const app: UserConfig = {
  // A worker that loads its library when it needs it: in a browser that is a module.
  worker: { format: 'es' },
  plugins: [jsonAsScript(), withExamples(), react(), sharedModules(), preloads(PRELOADED), serviceWorker()],
  build: {
    outDir: 'dist/app',
    target: ['chrome115', 'firefox115', 'safari16.4'],
    // A source map costs the visitor nothing and makes a report from the field readable.
    sourcemap: true,
    // Where a browser knows no module preloading, it only comes a little later.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: { codeSplitting: { groups: APP_FILES } },
    },
  },
}

/** A bundle for Node 20. `noExternal` puts the packages in as well: one file to read instead of hundreds. */
function forNode(
  entries: Readonly<Record<string, string>>,
  outDir: string,
  { minify = false } = {},
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
        },
      },
    },
  }
}

const cli: UserConfig = {
  // It starts anew for every word that is typed: what Node need not read is time that nobody waits.
  ...forNode({ main: 'cli/main.ts' }, 'dist/cli', { minify: true }),
  plugins: [withoutScreens(), serverBundleApart()],
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
  publicDir: 'src/sandbox/public',
  plugins: [react(), apartFaces()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: ['chrome115', 'firefox115', 'safari16.4'],
    sourcemap: true,
    modulePreload: false,
    rolldownOptions: {
      input: { worker: 'src/sandbox/worker/main.ts', frame: 'src/sandbox/frame.ts' },
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
