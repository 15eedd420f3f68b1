import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { compareLocale, keysOf, type LocaleFile, wrongCalls } from './compare.js'
import { type SourceKeys, type SourceProblem, sourceKeys, tableKeys } from './source-keys.js'

const LANGUAGES = ['de'] as const

export interface Area {
  readonly name: string
  readonly folder: string
  /** Additional folders whose messages this area translates. */
  readonly alsoFrom?: readonly string[]
}

export function areasOf(root: string): readonly Area[] {
  const plugins = join(root, 'src/plugins')
  const names = existsSync(plugins)
    ? readdirSync(plugins).filter(name => statSync(join(plugins, name)).isDirectory())
    : []
  return [
    { name: 'core', folder: join(root, 'src/core'), alsoFrom: [join(root, 'src/music')] },
    { name: 'app', folder: join(root, 'src/app'), alsoFrom: [join(root, 'src/sandbox/host')] },
    ...names.map(name => ({ name, folder: join(plugins, name) })),
    { name: 'server', folder: join(root, 'server') },
    { name: 'cli', folder: join(root, 'cli') },
  ].filter(area => existsSync(area.folder))
}

function* filesIn(folder: string): Generator<string> {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) yield* filesIn(path)
    else yield path
  }
}

export function localeFile(root: string, folder: string, language: string): LocaleFile {
  const path = join(folder, 'locales', `${language}.json`)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '{}'
  return { language, file: relative(root, path), text }
}

function languagesOf(folder: string): readonly string[] {
  const locales = join(folder, 'locales')
  const present = existsSync(locales) ? readdirSync(locales).filter(name => name.endsWith('.json')) : []
  return [...new Set(['en', ...LANGUAGES, ...present.map(name => basename(name, '.json'))])]
}

export function keysOfArea(root: string, area: Area): SourceKeys {
  const isPlugin = area.folder.startsWith(join(root, 'src/plugins'))
  const folders = [area.folder, ...(area.alsoFrom ?? [])].filter(folder => existsSync(folder))
  const found = folders
    .flatMap(folder => [...filesIn(folder)])
    .flatMap(path => {
      const file = relative(root, path)
      if (path.endsWith('.phrases.json')) return [tableKeys(file, readFileSync(path, 'utf8'))]
      if (!/\.tsx?$/.test(path)) return []
      const manifest = isPlugin && /^(index|settings)\.ts$/.test(relative(area.folder, path))
      return [sourceKeys(file, readFileSync(path, 'utf8'), manifest)]
    })
  return { phrases: found.flatMap(keys => keys.phrases), problems: found.flatMap(keys => keys.problems) }
}

/** Checks all areas. Other areas may translate core messages, because each page loads core's translations. */
export function checkProject(root: string): readonly SourceProblem[] {
  const areas = areasOf(root).map(area => ({ ...area, keys: keysOfArea(root, area) }))
  const core = areas.find(area => area.name === 'core')
  return areas.flatMap(area => {
    const { phrases, problems } = area.keys
    const compared = languagesOf(area.folder).flatMap(language => {
      const others = area === core ? areas.filter(other => other !== core) : core ? [core] : []
      const elsewhere = others.flatMap(other => [...keysOf(localeFile(root, other.folder, language))])
      return compareLocale({
        phrases,
        locale: localeFile(root, area.folder, language),
        saidElsewhere: new Set(elsewhere),
        borrowed: area === core ? [] : (core?.keys.phrases ?? []),
      })
    })
    return [...problems, ...wrongCalls(phrases), ...compared]
  })
}
