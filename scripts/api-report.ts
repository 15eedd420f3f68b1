// `npm run api-report`: writes scripts/api/sdk.api.md and docs/sdk.md. `--check` compares them with the
// sources instead.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'
import { type ApiDocumentedItem, ApiPackage } from '@microsoft/api-extractor-model'
import { SDK_FACES } from './lib/plugin/sdk-faces.mjs'
import { emitDeclarations } from './packages/declarations.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const REPORT = join(root, 'scripts/api/sdk.api.md')
const PAGE = join(root, 'docs/sdk.md')
const HEAD = `# Stable names of the SDK

Written by \`npm run api-report\` from the comments of the sources. These names stay for all of 1.x; [plugins.md](plugins.md) shows how to use them. Their types are in \`scripts/api/sdk.api.md\`, and in the editor.
`

// Packages must be resolvable from this folder. It is not in node_modules, whose types are not reported.
mkdirSync(join(root, 'test-results'), { recursive: true })
const folder = mkdtempSync(join(root, 'test-results/api-'))
try {
  emitDeclarations(['scripts/api/stable.ts'], folder, { rootDir: root })
  const report = reportOf(folder)
  const texts: readonly (readonly [path: string, text: string])[] = [
    [REPORT, report],
    [PAGE, pageText()],
  ]
  for (const [path, text] of texts) {
    if (!process.argv.includes('--check')) writeFileSync(path, text)
    else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
      process.stderr.write(
        `${path} is out of date; run \`npm run api-report\`, and have the change reviewed.\n`,
      )
      process.exitCode = 1
    }
  }
} finally {
  rmSync(folder, { recursive: true })
}

function reportOf(folder: string): string {
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'))
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))
  const config = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: join(folder, 'scripts/api/stable.d.ts'),
      compiler: {
        overrideTsconfig: {
          compilerOptions: { ...compilerOptions, types: [] },
          files: ['scripts/api/stable.d.ts'],
        },
      },
      apiReport: {
        ...{ enabled: true, reportFolder: folder, reportTempFolder: folder },
        ...{ reportFileName: 'sdk', includeForgottenExports: false },
      },
      docModel: { enabled: true, apiJsonFilePath: join(folder, 'sdk.api.json') },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: { extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } } },
    },
  })
  Extractor.invoke(config, {
    localBuild: true,
    messageCallback: message => {
      message.handled = true
    },
  })
  return readFileSync(join(folder, 'sdk.api.md'), 'utf8')
}

function pageText(): string {
  const [entry] = ApiPackage.loadFromJsonFile(join(folder, 'sdk.api.json')).members
  const sentences = new Map(
    entry?.members.map(item => [item.displayName, sentenceOf(item as ApiDocumentedItem)] as const),
  )
  const stable = readFileSync(join(root, 'scripts/api/stable.ts'), 'utf8')
  const sections = [...stable.matchAll(/export \{([^}]*)\} from '([^']*)'/g)].map(
    ([, names = '', path = '']) => {
      const face = faceOf(path)
      const rows = names.match(/\w+/g)?.map(name => `| \`${name}\` | ${sentences.get(name) ?? ''} |`)
      return `\n## \`${face}\`\n\n| name | what it is for |\n|---|---|\n${rows?.join('\n')}\n`
    },
  )
  return HEAD + sections.join('')
}

/** @example faceOf('../../src/plugins/player/tokens.js') // '@fretwork/sdk/plugins/player' */
function faceOf(path: string): string | undefined {
  const plugin = /plugins\/([^/]+)\/tokens/.exec(path)?.[1]
  if (plugin !== undefined) return `@fretwork/sdk/plugins/${plugin}`
  return Object.keys(SDK_FACES).find(face => path.includes(SDK_FACES[face]?.replace(/\.tsx?$/, '') ?? face))
}

function sentenceOf({ tsdocComment }: ApiDocumentedItem): string {
  const summary =
    tsdocComment
      ?.emitAsTsdoc()
      .replace(/^\s*\/?\*+\/?/gm, '')
      .split(/^\s*@\w+/m)[0] ?? ''
  const text = summary.replace(/\s+/g, ' ').trim()
  // A dot between words ends the sentence; the dot in `plan.Pro` does not.
  return /^.*?\.(?=\s[A-Z`]|\s*$)/.exec(text)?.[0] ?? text
}
