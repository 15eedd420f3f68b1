// A part of the app's build: writes down how much a visitor fetches for each plugin, for the plugins page.
import { gzipSync } from 'node:zlib'

const RUNTIME = /\/src\/plugins\/([^/]+)\/runtime\.ts$/
const OF_PLUGIN = /\/src\/plugins\/([^/]+)\//
/** What start-up mounts, whatever the page. */
const APP = /\/src\/app\/app\.tsx$/

/**
 * Packed bytes per plugin, from the files that its runtime leads to: `own` is its code and what only it needs, `shared`
 * what other plugins need as well. What every page loads anyway is not counted. Of a file with the code of several
 * plugins, each has its share.
 * @param chunks by file name: what it is made of, what it leads to, and its packed bytes
 */
export function pluginSizes(chunks) {
  const all = [...chunks.values()]
  const namesOf = files => files.map(({ fileName }) => fileName)
  const first = all.filter(({ isEntry, modules }) => isEntry || modules.some(id => APP.test(id)))
  const onEveryPage = reached(chunks, namesOf(first), ({ imports }) => imports)
  const needs = new Map(
    all.flatMap(({ fileName, modules }) =>
      modules.flatMap(id => {
        const plugin = RUNTIME.exec(id)?.[1]
        if (!plugin) return []
        const files = [...filesFrom(chunks, fileName, onEveryPage)]
        return [[plugin, new Set(files.filter(name => mayBelongTo(chunks.get(name), plugin)))]]
      }),
    ),
  )
  const users = name => [...needs.values()].filter(files => files.has(name)).length
  return Object.fromEntries(
    [...needs].map(([plugin, files]) => {
      let [own, shared] = [0, 0]
      for (const name of files) {
        const { bytes, lengths = {} } = chunks.get(name)
        if (users(name) === 1) own += bytes
        else {
          const total = Object.values(lengths).reduce((sum, length) => sum + length, 0) || 1
          own += (bytes * (lengths[plugin] ?? 0)) / total
          shared += (bytes * (lengths[''] ?? total)) / total
        }
      }
      return [plugin, { own: Math.round(own), shared: Math.round(shared) }]
    }),
  )
}

/** Not the code of other plugins, to which a file leads that holds several. */
function mayBelongTo(file, plugin) {
  const owners = file?.modules.flatMap(id => OF_PLUGIN.exec(id)?.[1] ?? []) ?? []
  return file !== undefined && (owners.length === 0 || owners.includes(plugin))
}

/** A chunk of a plugin with all that it may load later, styles included, but for what is there already. */
function filesFrom(chunks, fileName, onEveryPage) {
  const ways = ({ imports, dynamicImports }) =>
    [...imports, ...dynamicImports].filter(name => !onEveryPage.has(name))
  const files = reached(chunks, onEveryPage.has(fileName) ? [] : [fileName], ways)
  for (const name of [...files]) for (const style of chunks.get(name)?.css ?? []) files.add(style)
  return files
}

function reached(chunks, start, waysOf) {
  const found = new Set()
  const visit = name => {
    const chunk = chunks.get(name)
    if (!chunk || found.has(name)) return
    found.add(name)
    for (const next of waysOf(chunk)) visit(next)
  }
  for (const name of start) visit(name)
  return found
}

/** The packed size of every file of a bundle, with the ways between them. */
function chunksOf(bundle) {
  return new Map(
    Object.values(bundle)
      .filter(({ fileName }) => !fileName.endsWith('.map'))
      .map(file => {
        const isChunk = file.type === 'chunk'
        return [
          file.fileName,
          {
            fileName: file.fileName,
            isEntry: isChunk && file.isEntry,
            modules: isChunk ? file.moduleIds : [],
            imports: isChunk ? file.imports : [],
            dynamicImports: isChunk ? file.dynamicImports : [],
            lengths: isChunk ? lengthsOf(file) : {},
            css: isChunk ? [...(file.viteMetadata?.importedCss ?? [])] : [],
            bytes: gzipSync(isChunk ? file.code : file.source).length,
          },
        ]
      }),
  )
}

/** The characters of each plugin's modules in a chunk, and under '' those of all others. */
function lengthsOf({ modules }) {
  const lengths = {}
  for (const [id, { renderedLength }] of Object.entries(modules)) {
    const plugin = OF_PLUGIN.exec(id)?.[1] ?? ''
    lengths[plugin] = (lengths[plugin] ?? 0) + renderedLength
  }
  return lengths
}

export function pluginSizesFile() {
  return {
    name: 'fretwork:plugin-sizes',
    apply: 'build',
    // After whatever else changes or adds files.
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const source = `${JSON.stringify(pluginSizes(chunksOf(bundle)), null, 2)}\n`
        this.emitFile({ type: 'asset', fileName: 'plugin-sizes.json', source })
      },
    },
  }
}
