import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { build } from 'vite'
import { afterAll, describe, expect, it } from 'vitest'
import { checkBuilt } from '../../cli/commands/plugins/check/check-built.js'
import { fretworkPlugin } from '../../scripts/lib/plugin/plugin-preset.mjs'
import { PERMISSION_IDS } from '../../src/core/platform/token.js'
import { folderSource } from '../../src/sandbox/packages/package-source.js'
import { readPackage } from '../../src/sandbox/packages/plugin-package.js'
import type { Plugin } from '../../src/sandbox/sdk.js'
import { testPlugin } from '../../src/sandbox/testing.js'

const ROOT = join(import.meta.dirname, '../..')
const EXAMPLES = readdirSync(join(ROOT, 'examples'), { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(({ name }) => name)
const page = readFileSync(join(ROOT, 'docs/plugins.md'), 'utf8')
const blocks = [...page.matchAll(/^```(\w+)(?: title="([^"]+)")?\n([\s\S]*?)^```$/gm)].map(
  ([, language = '', file = '', text = '']) => ({ language, file, text }),
)
const snippets = blocks.filter(({ file }) => !file.startsWith('examples/') && file !== '')
const plugins = snippets.filter(({ file }) => !file.includes('.test.'))

// Inside the project, so that imports of the SDK resolve.
mkdirSync(join(ROOT, 'test-results'), { recursive: true })
const folder = mkdtempSync(join(ROOT, 'test-results/docs-'))
for (const { file, text } of snippets) writeFileSync(join(folder, file), text)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Builds a plugin as its author would. @returns the folder of the package */
async function buildPlugin(entry: string): Promise<string> {
  const out = mkdtempSync(join(folder, 'dist-'))
  await build({
    ...{ root: dirname(entry), configFile: false, logLevel: 'error' },
    plugins: [fretworkPlugin({ entry })],
    build: { outDir: out, emptyOutDir: true },
  })
  return out
}

/** Compiles the snippets. @returns errors */
function compile(): readonly string[] {
  const config = join(folder, 'tsconfig.page.json')
  const include = snippets.map(({ file }) => file)
  const compilerOptions = { lib: ['ES2023'], types: ['node'] }
  writeFileSync(config, JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), include, compilerOptions }))
  const tsc = join(ROOT, 'node_modules/@typescript/native/bin/tsc')
  const words = [tsc, '-p', config, '--singleThreaded', '--pretty', 'false']
  try {
    execFileSync(process.execPath, words, { cwd: folder })
    return []
  } catch (error) {
    // Other checks report errors in the sources.
    const lines = String((error as { stdout: unknown }).stdout).split('\n')
    return lines.filter(line => include.some(file => line.startsWith(file)))
  }
}

/** Returns the members of `PluginContext`, and of the interfaces that it mentions: `midi`, `midi.onNote`. */
function contextMembers(): readonly string[] {
  const file = join(ROOT, 'src/sandbox/sdk.ts')
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const interfaces = new Map(
    source.statements.filter(ts.isInterfaceDeclaration).map(each => [each.name.text, each]),
  )
  const membersOf = (name: string) => interfaces.get(name)?.members ?? []
  return [...membersOf('PluginContext')].flatMap(member => {
    const name = member.name?.getText() ?? ''
    const type = ts.isPropertySignature(member) ? (member.type?.getText().replace(/<.*/, '') ?? '') : ''
    return [name, ...[...membersOf(type)].map(each => `${name}.${each.name?.getText()}`)]
  })
}

/** Returns whether the page mentions a member, such as `midi.onNote`, or only its last name (`onNote`). */
const mentions = (member: string): boolean => {
  const [, last = member] = member.split('.')
  return [member, last].some(name => new RegExp(`[\`/(.{, ]${name.replace('.', '\\.')}\\b`).test(page))
}

describe('docs/plugins.md', () => {
  it('the guide has at most 500 lines', () =>
    expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(500))

  it('the guide mentions every member of the context', () => {
    const members = contextMembers()
    expect(members).toContain('midi.onNote')
    expect(members.filter(member => !mentions(member))).toEqual([])
  })

  it('the table of permissions has exactly the permissions of the SDK', () => {
    const [, section = ''] = page.split('## Permissions\n')
    const rows = [...(section.split('## ')[0] ?? '').matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, id]) => id)
    const source = readFileSync(join(ROOT, 'src/sandbox/sdk.ts'), 'utf8')
    const [, declared = ''] = /interface PluginPermissions \{([\s\S]*?)\n\}/.exec(source) ?? []
    const ids = PERMISSION_IDS.filter(id => new RegExp(`readonly '?${id}'?\\?:`).test(declared))
    expect(ids.length).toBeGreaterThan(0)
    expect([...rows].sort()).toEqual([...ids].sort())
  })

  it('the code on the page has file names, and compiles without the DOM', { timeout: 120_000 }, () => {
    expect(blocks.filter(({ language, file }) => language === 'ts' && file === '')).toEqual([])
    expect(snippets.length).toBeGreaterThan(0)
    expect(compile()).toEqual([])
  })

  it.each(plugins)('$file on the page starts and stops', async ({ file }) => {
    const module = (await import(/* @vite-ignore */ join(folder, file))) as { readonly default: Plugin }
    const tested = await testPlugin(module.default)
    tested.stop()
  })

  it.each(plugins)('$file on the page builds to a package that passes the check', async ({ file }) => {
    const checked = await checkBuilt(await buildPlugin(join(folder, file)))
    expect(checked).toMatchObject({ name: file.replace('.ts', ''), problems: [], warnings: [] })
  })
})

describe('examples', () => {
  it('the guide shows each example in full', () => {
    const shown = blocks.filter(({ file }) => file.startsWith('examples/'))
    expect(shown.map(({ file }) => file).sort()).toEqual(EXAMPLES.map(name => `examples/${name}/index.ts`))
    for (const { file, text } of shown) expect(text).toBe(readFileSync(join(ROOT, file), 'utf8'))
  })

  it.each(EXAMPLES)('%s builds to a package that passes the check', async name => {
    const dist = await buildPlugin(join(ROOT, 'examples', name, 'index.ts'))
    const { manifest, files } = await readPackage(folderSource(dist))
    expect(manifest).toMatchObject({ api: 2, id: name })
    expect([...files.keys()]).toContain('index.js.map')
    expect(await checkBuilt(dist)).toMatchObject({ problems: [], warnings: [] })
  })
})

// Collects the tests on the page.
for (const { file } of snippets.filter(({ file }) => file.includes('.test.')))
  describe(file, async () => {
    await import(/* @vite-ignore */ join(folder, file))
  })
