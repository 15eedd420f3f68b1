import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import type { BrowserContext } from 'playwright'
import type { Plugin } from 'vite'
import { ROOT } from '../support/harness.js'

const LIST = join(ROOT, 'bench/palette/plugin-list.ts')
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** The replacement imports the original list. */
const withManyCommands: Plugin = {
  name: 'bench:many-commands',
  enforce: 'pre',
  resolveId: (source, importer) =>
    /plugins\/plugin-list\.js$/.test(source) && importer !== LIST ? LIST : undefined,
}

export interface BuiltPages {
  serve(context: BrowserContext): Promise<void>
  remove(): void
}

export async function buildPages(): Promise<BuiltPages> {
  const { build } = await import('vite')
  process.env.NODE_ENV = 'production'
  process.env.FRETWORK_BUILD = 'app'
  const folder = mkdtempSync(join(tmpdir(), 'fretwork-palette-'))
  await build({
    configFile: join(ROOT, 'vite.config.ts'),
    root: ROOT,
    logLevel: 'warn',
    plugins: [withManyCommands],
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { input: [join(ROOT, 'index.html'), join(ROOT, 'bench/palette/peer.html')] },
    },
  })
  return {
    async serve(context) {
      await context.route('**/*', route => {
        const request = route.request()
        const { pathname } = new URL(request.url())
        const isPage = request.resourceType() === 'document'
        if (!isPage && !pathname.startsWith('/assets/')) return route.fallback()
        const file = !isPage || pathname.endsWith('.html') ? pathname : '/index.html'
        const path = resolve(folder, `.${file}`)
        return route.fulfill({ contentType: TYPES[extname(path)], body: readFileSync(path) })
      })
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
