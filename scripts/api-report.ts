// `npm run api-report`: writes docs/sdk.md, with all names of the SDK and their types. `--check` compares it
// with the sources instead.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './lib/project.mjs'
import { writeDeclarations } from './packages/declarations.js'
import { ENTRIES } from './packages/sdk-package.js'

const PAGE = join(root, 'docs/sdk.md')
const HEAD = `# SDK

Written by \`npm run api-report\` from the sources, and shown by editors. [plugins.md](plugins.md) shows how to use these names.
`

const folder = mkdtempSync(join(tmpdir(), 'fretwork-api-'))
try {
  writeDeclarations(Object.values(ENTRIES), folder)
  const page = HEAD + Object.entries(ENTRIES).map(sectionOf).join('')
  if (!process.argv.includes('--check')) writeFileSync(PAGE, page)
  else if (readFileSync(PAGE, 'utf8') !== page) {
    process.stderr.write(
      `${PAGE} is out of date; run \`npm run api-report\`, and have the change reviewed.\n`,
    )
    process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true })
}

function sectionOf([name, entry]: readonly [name: string, entry: string]): string {
  const file = join(folder, entry.replace(/^src\//, '').replace(/\.ts$/, '.d.ts'))
  const title = name.replace('.', '@fretwork/sdk')
  const code = declarationsIn(file).map(text => text.replace(/^export (declare )?/m, ''))
  return `\n## \`${title}\`\n\n\`\`\`ts\n${code.join('\n\n')}\n\`\`\`\n`
}

/** Returns the exported declarations of a file, and of the files that it reexports. */
function declarationsIn(file: string, wanted?: readonly string[]): string[] {
  const parts = readFileSync(file, 'utf8')
    .replaceAll('    ', '  ')
    .split(/^(?=\/\*\*|(?<!\*\/\n)(?:export|import|interface|type|declare)\b)/m)
  return parts.flatMap(part => {
    const [, names = '', from] = /^export (?:type )?\{(.*)\} from '(.*)\.js'/s.exec(part) ?? []
    if (from !== undefined) {
      const imported = names.split(',').map(each => each.replace(/\btype\b/, '').trim())
      return declarationsIn(join(file, '..', `${from}.d.ts`), imported)
    }
    const [, name] = /^export (?:declare )?(?:interface|type|function|class|const) (\w+)/m.exec(part) ?? []
    if (name === undefined || (wanted && !wanted.includes(name))) return []
    return [part.trim()]
  })
}
