/** A new plugin inside the repository: its sources, its test, and its line in the plugin list. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CliError, EXIT } from '../errors.js'
import { refuseExisting, writeAll } from './files.js'
import type { ScaffoldNames } from './names.js'
import { IN_REPO } from './place.js'
import { fileTable, pluginFiles, testFile } from './plugin-files.js'

const LIST = 'src/plugins/plugin-list.ts'
/** The formatter's line width. */
const WIDTH = 110

/**
 * @param root folder of the repository
 * @returns the paths that were written
 * @throws CliError `repository_missing`, `folder_exists`, `not_written`
 */
export function scaffoldInRepo(root: string, names: ScaffoldNames): string[] {
  const { id } = names
  const list = join(root, LIST)
  if (!existsSync(list)) {
    throw new CliError(
      'repository_missing',
      `${root} is not Fretwork's repository: there is no ${LIST}; use --package for a plugin of your own.`,
      EXIT.badInput,
    )
  }
  const source = join(root, 'src/plugins', id)
  const tests = join(root, 'tests/plugins', id)
  for (const folder of [source, tests]) refuseExisting(folder)
  const folders = {
    [source]: { ...pluginFiles(names, IN_REPO), 'README.md': readme(names) },
    [tests]: { [`${id}.test.tsx`]: testFile(names, IN_REPO, `../../../src/plugins/${id}`) },
  }
  writeAll(folders, { file: list, text: listed(readFileSync(list, 'utf8'), names) })
  return [`src/plugins/${id}`, `tests/plugins/${id}`, LIST]
}

function readme({ id, title }: ScaffoldNames): string {
  return `# ${title}

Measures the tempo of your taps: the page \`/${id}\`, and the command *Tap the tempo* in the palette.

${fileTable()}

    npx vitest run tests/plugins/${id}
    npm run fretwork -- plugins check src/plugins/${id}
    npm test -- types lint layers locales

\`npm run dev\` shows it while you work. See \`docs/plugins.md\` for the next steps.
`
}

/** The plugin list with one more plugin, as the formatter would write it. */
export function listed(text: string, { id, variable }: ScaffoldNames): string {
  const line = `import ${variable} from './${id}/index.js'`
  const imports = text.match(/^import \w+ from '\.\/.+'$/gm) ?? []
  const array = /(?<=PLUGINS[^=]*= )\[([^\]]*)\]/.exec(text)
  if (imports.length === 0 || !array) {
    throw new CliError(
      'list_unreadable',
      `${LIST} does not look as expected; write the plugin into it by hand.`,
      EXIT.badInput,
    )
  }
  const items = [...(array[1] ?? '').split(','), variable]
    .map(item => item.trim())
    .filter(item => item !== '')
  const short = `[${items.join(', ')}]`
  const before = text.slice(text.lastIndexOf('\n', array.index) + 1, array.index).length
  const long = `[\n${items.map(item => `  ${item},`).join('\n')}\n]`
  const withItem =
    text.slice(0, array.index) +
    (before + short.length <= WIDTH ? short : long) +
    text.slice(array.index + array[0].length)
  const sorted = [...imports, line].sort((a, b) =>
    pathOf(a).localeCompare(pathOf(b), 'en', { numeric: true }),
  )
  return withItem.replace(imports.join('\n'), sorted.join('\n'))
}

function pathOf(line: string): string {
  return line.slice(line.indexOf("'"))
}
