import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { checkAll } from '../../../../cli/commands/plugins/plugins-check.js'
import { readModule } from '../../../../cli/commands/plugins/plugins-module.js'
import type { PluginManifest } from '../../../../src/core/kernel/manifest/plugin.js'
import { createToken } from '../../../../src/core/platform/services/token.js'
import { makePlugin } from '../../../core/kernel/make-plugin.js'
import { fretwork } from '../../run-program.js'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fretwork-check-'))
})

afterAll(() => rm(folder, { recursive: true }))

async function fileOf(name: string, content: unknown): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const CODE = 'export default {}'
const INTEGRITY = 'sha256-muuNWbTUg8pimOmkUPvzff0rTGOZATWrHQQNdjFAh+w='
const PACKED = {
  ...{ id: 'quiz', version: '1.0.0', engine: '^1.1.0', title: 'Quiz', runsIn: ['browser'] },
  ...{ entry: 'index.js', integrity: INTEGRITY },
}

const FORM = `id: 'x', version: '1.0.0', engine: '^1.1.0', title: 'X', runsIn: ['node'], load: async () => ({ default: {} })`
const NAMED = `id: 'x.play', title: 'Play'`

describe('checking plugins against each other', () => {
  const say = (key: string, when?: string) => (id: string) =>
    makePlugin(id, {
      activateOn: [`command:${id}.*`],
      contributes: { commands: [{ id: `${id}.say`, title: `Say ${id}`, keys: [key], when }] },
    })

  it('finds nothing wrong with the plugins that ship', async () => {
    const { code, out } = await fretwork('plugins', 'check', '--json')
    const report = JSON.parse(out)
    expect({ problems: report.problems, warnings: report.warnings }).toEqual({ problems: [], warnings: [] })
    expect(report.keyClashes.filter(({ kind }: { kind: string }) => kind === 'full')).toEqual([])
    expect(code).toBe(0)
  })

  it.each([
    ['full', 'shift+x', undefined, 'shift+x', undefined],
    ['partial', 'g', undefined, 'g h', undefined],
    ['full', 'shift+x', 'loggedIn', 'shift+x', "route == '/b'"],
  ] as const)('names both commands of a %s clash of keys', (kind, keyA, whenA, keyB, whenB) => {
    const { keyClashes, problems } = checkAll([say(keyA, whenA)('one'), say(keyB, whenB)('two')])
    expect(problems).toEqual([])
    expect(keyClashes).toMatchObject([{ kind, plugin: 'two', other: 'one' }])
    expect(keyClashes[0]?.message).toContain('"Say one" (one.say) and "Say two" (two.say)')
  })

  it('names a clash with the keys of the application itself', () => {
    const { keyClashes } = checkAll([say('$mod+k')('one')])
    expect(keyClashes).toMatchObject([{ kind: 'full', plugin: 'one', other: 'app' }])
  })

  it('names no clash of commands that are never usable at the same time', () => {
    const [one, two] = [say('shift+x', "route == '/a'")('one'), say('shift+x', "route == '/b'")('two')]
    expect(checkAll([one, two]).keyClashes).toEqual([])
  })

  const odd: readonly [string, Partial<PluginManifest>, string][] = [
    ['a token that begins with another name', { provides: [createToken('pick.x')] }, 'begin it with "neck."'],
    [
      'an optional token that no plugin provides',
      { optional: [createToken('core.clok')] },
      'did you mean "core.clock"?',
    ],
    ['waiting for a route that does not exist', { activateOn: ['route:/nek'] }, 'did you mean "/neck"?'],
    ['waiting for a command that does not exist', { activateOn: ['command:nck.*'] }, 'which never happens'],
  ]
  it.each(odd)('warns of %s', (_, change, sentence) => {
    const routes = [{ path: '/neck', title: 'Neck', screen: 'Neck' }]
    const plugin = makePlugin('neck', { activateOn: ['route:/neck'], contributes: { routes }, ...change })
    expect(checkAll([plugin]).warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining(sentence),
    ])
  })

  it('warns of drawers and navigation that lead nowhere, of unknown arguments and of code loaded too early', () => {
    const plugin = makePlugin('neck', {
      runsIn: ['browser'],
      contributes: {
        drawers: [{ id: 'neck.side', side: 'right', on: '/gone', title: 'Side', screen: 'Side' }],
        navigation: [{ path: '/gone', title: 'Gone', icon: 'zebra' }],
        commands: [
          {
            id: 'neck.set',
            title: 'Set',
            args: z.object({ fret: z.number() }),
            asks: [{ id: 'frett', title: 'Fret' }],
            cli: 'set',
          },
        ],
      },
    })
    expect(checkAll([plugin]).warnings.map(({ code }) => code)).toEqual([
      'route_missing',
      'route_missing',
      'icon_unknown',
      'argument_unknown',
      'cli_without_node',
      'loads_at_start',
    ])
  })
})

describe('fretwork plugins check', () => {
  it('accepts a packed plugin whose files are those that its manifest names', async () => {
    await fileOf('index.js', CODE)
    const ended = await fretwork('plugins', 'check', await fileOf('plugin.json', PACKED))
    expect(ended).toEqual({ code: 0, out: 'quiz: 0 problems and 0 warnings.\n', err: '' })
  })

  it('takes a folder for the manifest in it', async () => {
    expect((await fretwork('plugins', 'check', folder)).code).toBe(0)
  })

  const broken: readonly [string, object, string][] = [
    ['a file that was changed', { integrity: INTEGRITY.replace('m', 'M') }, 'is not the file whose hash'],
    ['a file that is missing', { entry: 'gone.js' }, 'build the plugin again'],
    ['words without a hash', { locales: { de: 'de.json' } }, 'has no hash'],
    ['an unknown field', { color: 'red' }, '"color" is not known here'],
    ['another engine', { engine: '^9.0.0' }, 'was written for engine ^9.0.0'],
    ['the id of a plugin that ships', { id: 'sound' }, 'There are two plugins called "sound"'],
    ['a service that no plugin provides', { requires: ['midi-io.inputt'] }, '"midi-io.input"'],
    [
      'a route that is taken',
      { contributes: { routes: [{ path: '/fretboard', title: 'Mine', screen: 'Mine' }] } },
      'belongs to fretboard already',
    ],
    [
      'a schema that is not understood',
      { contributes: { commands: [{ id: 'quiz.ask', title: 'Ask', args: { $ref: '#/x' } }] } },
      '"$ref", which is not understood',
    ],
  ]
  it.each(broken)('ends with 3 and one sentence for %s', async (_, change, sentence) => {
    const path = await fileOf('plugin.json', { ...PACKED, ...change })
    const { code, out, err } = await fretwork('plugins', 'check', path)
    expect({ code, err }).toEqual({ code: 3, err: '' })
    expect(out).toMatch(/^wrong /)
    expect(out).toContain(sentence)
  })

  it('loads the manifest of a module', async () => {
    const manifest = `{ id: 'a-module', version: '1.0.0', engine: '^1.1.0', title: 'A module', runsIn: ['node'], load: async () => ({ default: {} }) }`
    const path = await fileOf('a-module.mjs', `export default ${manifest}`)
    expect(await fretwork('plugins', 'check', path)).toMatchObject({
      code: 0,
      out: 'a-module: 0 problems and 0 warnings.\n',
    })
  })

  const BYTES = '\u0000\u0007\uFFFD\u001B[2J\n'
  const noManifest: readonly [what: string, name: string, content: string, code: string][] = [
    ['half of JSON', 'half.json', '{ "id": ', 'manifest_unreadable'],
    ['bytes called JSON', 'bytes.json', BYTES, 'manifest_unreadable'],
    ['JSON of something else', 'other.json', '{ "name": "a" }', 'manifest_missing'],
    ['a module that throws', 'throws.mjs', "throw new Error('out\\nof strings')", 'manifest_unreadable'],
    ['a module that ends the program', 'ends.mjs', 'process.exit(0)', 'manifest_unreadable'],
    ['bytes called a module', 'bytes.mjs', BYTES, 'manifest_unreadable'],
    ['a module without a manifest', 'none.mjs', 'export const manifest = {}', 'manifest_missing'],
    ['an empty object', 'empty.mjs', 'export default {}', 'manifest_missing'],
    ['a number', 'number.mjs', 'export default 5', 'manifest_missing'],
    [
      'a field that throws',
      'field.mjs',
      "export default { get id() { throw new Error('no') } }",
      'manifest_unreadable',
    ],
    ['a text', 'passwd', 'root:x:0:0', 'manifest_missing'],
    ['bytes', 'strings.bin', BYTES, 'manifest_missing'],
  ]
  it.each(noManifest)('reports %s in one sentence, with its code in JSON', async (_, name, content, code) => {
    const path = await fileOf(name, content)
    const ended = await fretwork('plugins', 'check', path)
    expect(ended).toMatchObject({ code: 3, out: '' })
    expect(ended.err).toContain(path)
    // Whatever the file holds, nothing of it steers the terminal.
    expect(ended.err).toMatch(/^[^\p{Cc}\uFFFD]+\.\n$/u)
    const { code: exit, out } = await fretwork('plugins', 'check', path, '--json')
    expect(exit).toBe(3)
    expect(JSON.parse(out).problems).toEqual([{ plugin: path, code, message: ended.err.trim() }])
  })

  it.each([
    ['nothing there', 'gone', 4],
    ['a folder without one', 'folder', 3],
    ['a folder called so', 'folder/plugin.json', 3],
  ])('says what to do where there is %s', async (_, name, expected) => {
    await mkdir(join(folder, 'folder/plugin.json'), { recursive: true })
    const { code, out, err } = await fretwork('plugins', 'check', join(folder, name))
    expect({ code, out }).toEqual({ code: expected, out: '' })
    expect(err).toContain(join(folder, name))
    expect(err.trim().split('\n')).toHaveLength(1)
  })

  it.each([
    ['"engine"', `{ id: 'x', version: '1.0.0' }`],
    ['"contributes.commands.0.keys"', `{ ${FORM}, contributes: { commands: [{ ${NAMED}, keys: 'k' }] } }`],
    ['"contributes.commands.0.args"', `{ ${FORM}, contributes: { commands: [{ ${NAMED}, args: 5 }] } }`],
    ['"extensionPoints"', `{ ${FORM}, extensionPoints: 7 }`],
  ])('names the place of what is wrong in a module: %s', async (place, manifest) => {
    const path = await fileOf(`wrong${place.replace(/\W/g, '-')}.mjs`, `export default ${manifest}`)
    const { code, out, err } = await fretwork('plugins', 'check', path)
    expect({ code, err }).toEqual({ code: 3, err: '' })
    expect(out).toContain(`wrong    ${path} is wrong at ${place}: `)
  })

  it('does not wait for a module that never comes to its end', async () => {
    const path = await fileOf('waits.mjs', 'await new Promise(() => {})')
    await expect(readModule(path, 1)).rejects.toMatchObject({
      code: 'manifest_unreadable',
      message: expect.stringContaining('does not end within'),
    })
  })

  describe('a module that never ends', () => {
    const endless = [
      ['in a loop', 'for (;;) {}'],
      ['in a loop that catches what it can', 'for (;;) try { for (;;) {} } catch {}'],
      ['in one that awaits nothing', 'for (;;) await undefined'],
      ['in one when its id is read', 'export default { get id() { for (;;) {} } }'],
    ] as const
    const pathOf = (how: string) => join(folder, `${how.replaceAll(' ', '-')}.mjs`)
    let read: Record<string, unknown> = {}

    beforeAll(async () => {
      for (const [how, code] of endless) await writeFile(pathOf(how), code)
      // In a process of its own, which such a loop would block: here that would be this test. Half a second, so that
      // each loop has begun before it is given up, also on a busy machine: after that nothing would end it.
      const reading = `
        const { readModule } = await import('./cli/commands/plugins/plugins-module.ts')
        const end = process.exit
        const read = {}
        for (const path of ${JSON.stringify(endless.map(([how]) => pathOf(how)))})
          await readModule(path, 500).catch(({ code, message }) => {
            read[path] = { code, message, whole: process.exit === end }
          })
        console.log(JSON.stringify(read))`
      const words = ['--import', './cli/register.mjs', '--input-type=module', '--eval', reading]
      const out = await new Promise<string>((resolve, reject) =>
        execFile(process.execPath, words, (error, text) => (text === '' ? reject(error) : resolve(text))),
      )
      read = JSON.parse(out)
    })

    it.each(endless.map(([how]) => how))('%s is ended, with a message', how => {
      const path = pathOf(how)
      expect(read[path]).toEqual({
        code: 'manifest_unreadable',
        message: `${path} cannot be loaded: it does not end within 0.5 s; fix it, and check again.`,
        whole: true,
      })
    })
  })

  it('ends although the module goes on, and has said everything by then', async () => {
    const path = await fileOf('goes-on.mjs', 'setInterval(() => {}, 1000); export default {}')
    const words = ['cli/dev.mjs', 'plugins', 'check', path]
    const ended = new Promise(resolve =>
      execFile(process.execPath, words, (error, _out, err) => resolve([error?.code, err])),
    )
    expect(await ended).toEqual([3, expect.stringContaining(`${path} exports no manifest`)])
  })
})
