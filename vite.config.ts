// How the three parts of the product are bundled; FRETWORK_BUILD says which one a run of `vite build` makes.
import react from '@vitejs/plugin-react'
import type { Plugin, UserConfig } from 'vite'
import { defineConfig } from 'vite'

/** Everything that the development server answers not itself: see `scripts/dev.mjs`. */
const BACKEND_PATHS = ['/presence/', '/account/api/', '/tenant.json', '/health', '/ready', '/metrics'].concat(
  ['/openapi.json', '/docs/', '/cms', '/dev/mail', '/dev/'],
)

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
 * The command line starts the server from the server's own bundle, and only when it is asked to: this leaves
 * `import('../server/main.js')` a path into `dist/server`. All chunks of the command line lie side by side,
 * so that the path is the same from each.
 */
function serverBundleApart(): Plugin {
  return {
    name: 'fretwork:server-bundle-apart',
    enforce: 'pre',
    resolveId(source) {
      if (!/^(\.\.\/)+server\/main\.js$/.test(source)) return undefined
      return { id: '../server/main.mjs', external: true }
    },
  }
}

const app: UserConfig = {
  plugins: [react()],
  build: {
    outDir: 'dist/app',
    target: ['chrome115', 'firefox115', 'safari16.4'],
    // A source map costs the visitor nothing and makes a report from the field readable.
    sourcemap: true,
    chunkSizeWarningLimit: 700,
  },
}

/** A bundle for Node 20. `noExternal` puts the packages in as well: one file to read instead of hundreds. */
function forNode(entry: string, outDir: string): UserConfig {
  return {
    publicDir: false,
    build: {
      ssr: entry,
      outDir,
      target: 'node20',
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        output: { entryFileNames: 'main.mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  }
}

const cli: UserConfig = {
  ...forNode('cli/main.ts', 'dist/cli'),
  plugins: [withoutScreens(), serverBundleApart()],
  ssr: { noExternal: true },
}

// Fastify and PostgreSQL's driver stay packages: they are beside the bundle, and argon2 is native.
const server: UserConfig = { ...forNode('server/main.ts', 'dist/server'), ssr: { external: true } }

const BUILDS: Readonly<Record<string, UserConfig>> = { app, cli, server }

export default defineConfig(() => {
  const config = BUILDS[process.env.FRETWORK_BUILD ?? 'app'] ?? app
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
