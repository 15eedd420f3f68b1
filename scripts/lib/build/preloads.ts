import type { Plugin, Rolldown } from 'vite'

const FILE = 'preloads.json'

/** @param routes chunk names needed by each page, by path */
export function preloads(routes: Readonly<Record<string, readonly string[]>>): Plugin {
  return {
    name: 'fretwork:preloads',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
        const page = bundle['index.html']
        const html = page?.type === 'asset' ? String(page.source) : ''
        const inPage = new Set([...html.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(match => match[1]))
        const files = Object.entries(routes).map(([path, names]) => {
          const wanted = names.map(name => {
            const chunk = chunks.find(each => each.name === name)
            if (!chunk) throw new Error(`${path} needs a chunk named "${name}", which does not exist.`)
            return chunk
          })
          return [
            path,
            [...withImports(bundle, wanted)].filter(file => !inPage.has(file)).map(file => `/${file}`),
          ]
        })
        this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify(Object.fromEntries(files)) })
      },
    },
  }
}

function withImports(
  bundle: Rolldown.OutputBundle,
  wanted: readonly Rolldown.OutputChunk[],
): ReadonlySet<string> {
  const files = new Set<string>()
  const take = (chunk: Rolldown.OutputBundle[string] | undefined) => {
    if (chunk?.type !== 'chunk' || files.has(chunk.fileName)) return
    files.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    for (const imported of chunk.imports) take(bundle[imported])
  }
  for (const chunk of wanted) take(chunk)
  return files
}
