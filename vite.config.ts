// Vite configuration of all bundles. FRETWORK_BUILD selects the one that `vite build` builds.
import { dirname, relative, resolve, sep } from 'node:path'
import react from '@vitejs/plugin-react'
import type { Plugin, UserConfig } from 'vite'
import { defineConfig } from 'vite'
import { preloads } from './scripts/lib/build/preloads.js'
import { serviceWorker } from './scripts/lib/build/service-worker.js'
import { soundBanks } from './scripts/lib/build/sound-banks.js'

/** Paths that the development server proxies to the backend; see `scripts/dev.mjs`. */
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
 * Replaces each `ui/` module with one that throws. Otherwise, the dynamic imports in `runtime.ts` would pull
 * React into the CLI bundle.
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
 * Removes `with: { type: 'json' }` from imports in development, because Vite serves JSON files as scripts,
 * which browsers reject for JSON imports.
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

/** Server modules that the CLI may import; each is an entry point of the server bundle. */
const SERVER_ENTRIES = ['main', 'run', 'config', 'project', 'tenants/tenants', 'database/open'].concat(
  ['operations/backup', 'operations/restore', 'operations/production'],
  ['auth/signing-keys', 'tenants/external-providers', 'demo/demo-people', 'admin/create-admin'],
  ['admin/import-people', 'admin/user-commands', 'tenants/at-tenant'],
  ['plugins/stored-plugins'],
)

/**
 * Keeps server code out of the CLI bundle: imports such as `import('../server/run.js')` become external paths
 * into `dist/server`. All chunks of the CLI are in one folder, so the relative path is always the same.
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

/** Entry points of the server's worker threads, which the server loads by file name from its own folder. */
const SERVER_WORKERS = { 'picture-worker': 'server/pictures/picture-worker.mjs' }

const serverEntries = () => Object.fromEntries(SERVER_ENTRIES.map(entry => [entry, `server/${entry}.ts`]))

/** Music that only the neck needs: its pages load it, and the solver is a chunk of its own. */
const OF_NECK = 'fingering/|theory/|guitar/(shape|tuning-code|written-note)'

/**
 * Chunks of the app. There are few, because requests are expensive on a slow connection. A group also
 * includes the imports of its modules, unless an earlier group already contains them.
 */
const APP_FILES = [
  // Packages on the login page; they stay cached when the app is updated.
  {
    name: 'base',
    test: /rolldown.runtime|node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|i18next|zustand|eventemitter3|axios)\//,
  },
  { name: 'log-in', test: /src\/(app\/main\.tsx|plugins\/auth\/(runtime\.ts|ui\/login\.tsx))$/ },
  { name: 'plugins', test: /src\/plugins\/plugin-list\.ts$/ },
  // Layout of all pages after login.
  { name: 'inside', test: /src\/app\/layout\/inside\.tsx$/ },
  {
    name: 'music',
    test: new RegExp(`src/music/(?!${OF_NECK}|song/(pickup|song-keys|song-quarters|song-summary))`),
  },
  // Code shared by several screens.
  {
    name: 'shared',
    test: new RegExp(
      `src/(core|music)/(?!${OF_NECK}).*\\.tsx?$|node_modules/(@mantine|@tabler|@floating-ui)/`,
    ),
    minShareCount: 4,
  },
  // Needed by songs on pages without a neck.
  {
    name: 'midi',
    test: /src\/(plugins\/midi-io\/(runtime|ui\/browser-page)\.ts|core\/(kernel\/exported-text\.ts|react\/(guest-note\.tsx|hooks\/use-printing\.ts)))$|\/(RangeSlider|use-disclosure)\.mjs$/,
  },
  // First page after login, up to the first playable note.
  { name: 'neck', test: /src\/plugins\/fretboard\/(runtime\.ts|ui\/fretboard-page\.tsx)$/ },
  // Remaining code of the first page after login.
  {
    name: 'songs',
    test: /src\/plugins\/((player|practice|library|midi-file|social|sound|score|audio-in)\/runtime\.ts|(player|score|library)\/ui\/(song-panel|tablature-panel|no-song|opening-songs)\.tsx|audio-in\/ui\/audio-input-drawer\.tsx|library\/ui\/(idb-song-store|tab-memory)\.ts)$/,
  },
  // Remaining code of the page for a shared song.
  {
    name: 'link',
    test: /src\/plugins\/(score-files\/runtime\.ts|social\/sharing\/ui\/link-page\.tsx|player\/ui\/transport\.tsx|practice\/ui\/(hints|judging\/[^/]+)\.tsx|library\/ui\/import-progress\.tsx|sound\/ui\/sound-page\.ts|midi-file\/reading\/read-song-file\.ts)$/,
  },
  // Translations for the login page, and for all other pages.
  { name: 'de-log-in', test: /src\/(core|app|plugins\/auth)\/locales\/de\.json$/ },
  { name: 'de', test: /src\/plugins\/[^/]+\/locales\/de\.json$/ },
].map((group, index, { length }) => ({ ...group, priority: length - index }))

/**
 * Chunks that the server preloads for logged-in users by path. Otherwise, each file would be requested only
 * after the previous one.
 */
const PRELOADED = {
  '/fretboard': ['plugins', 'inside', 'shared', 'neck'],
  '/demo': ['plugins', 'shared', 'neck', 'songs'],
  '/link': ['plugins', 'shared', 'midi', 'songs', 'link'],
}

/** Resolves alphaTab to its core module without workers, because it would mistake our worker for its own. */
const ALPHATAB = {
  find: /^@coderline\/alphatab$/,
  replacement: resolve(import.meta.dirname, 'node_modules/@coderline/alphatab/dist/alphaTab.core.mjs'),
}

const app: UserConfig = {
  // Dynamic imports in workers require module workers.
  worker: { format: 'es' },
  plugins: [jsonAsScript(), react(), soundBanks(), preloads(PRELOADED), serviceWorker()],
  build: {
    outDir: 'dist/app',
    target: ['chrome115', 'firefox115', 'safari16.4'],
    // Source maps make problem reports readable; browsers do not download them otherwise.
    sourcemap: true,
    // Browsers without module preloading only load a little later.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: { codeSplitting: { groups: APP_FILES } },
    },
  },
}

/** Returns the configuration of a bundle for Node.js 20. */
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
  // Minified, because Node.js parses the CLI each time it starts.
  ...forNode({ main: 'cli/main.ts' }, 'dist/cli', { minify: true }),
  plugins: [withoutScreens(), serverBundleApart()],
  // Bundles all packages so that the CLI starts faster. The exceptions are about 100 CommonJS packages that
  // only one command needs.
  ssr: { noExternal: true, external: ['@npmcli/config', 'libflacjs', 'pacote'] },
}

// The server's packages are not bundled; argon2 is a native module.
const server: UserConfig = {
  ...forNode({ ...serverEntries(), ...SERVER_WORKERS }, 'dist/server'),
  ssr: { external: true },
}

/** Worker and frame for sandboxed plugins. */
const apart: UserConfig = {
  base: '/apart/',
  publicDir: 'src/sandbox/public',
  build: {
    target: ['chrome115', 'firefox115', 'safari16.4'],
    sourcemap: true,
    modulePreload: false,
    rolldownOptions: {
      input: { worker: 'src/sandbox/worker/main.ts', frame: 'src/sandbox/frame.ts' },
      // The frame imports `runPlugin` at run time.
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
    },
  },
}

const BUILDS: Readonly<Record<string, UserConfig>> = { app, apart, cli, server }

export default defineConfig(() => {
  const build = BUILDS[process.env.FRETWORK_BUILD ?? 'app'] ?? app
  const config: UserConfig = { ...build, resolve: { alias: [ALPHATAB] } }
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
