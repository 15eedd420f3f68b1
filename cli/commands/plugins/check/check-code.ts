/** Checks a plugin's script without running it: globals, imports, permissions and hosts. */
import { runInNewContext } from 'node:vm'
import { parseBinding } from '../../../../src/core/commands/keys/keys.js'
import type { PluginJson } from '../../../../src/core/contract/external-plugins.js'
import { isNamed } from '../../../../src/core/permissions/plugin-network.js'
import { attempted } from '../../../../src/core/platform/fretwork-error.js'
import { PLUGINS } from '../../../../src/plugins/plugin-list.js'
import { INSTEAD, unendingTimer } from '../../../../src/sandbox/host/instead.js'
import { type Add, nearEnd } from '../plugins-finding.js'
import { type MemberUse, OPEN, type Place, type ScannedCode } from './scan-code.js'

export interface CodeCheck {
  readonly scanned: ScannedCode
  readonly json: PluginJson
  /** Returns the position in the sources, such as ` (src/index.ts:8)`, or '' in a bundled package. */
  readonly place: (at: Place) => Promise<string>
  /** Replaces script positions in a message with source positions. */
  readonly located: (message: string) => Promise<string>
  readonly problem: Add
  readonly warn: Add
}

export async function checkCode(check: CodeCheck): Promise<void> {
  await checkGlobals(check)
  await checkPermissions(check)
  await checkHosts(check)
  await checkCommands(check)
  await checkTemplates(check)
  checkKeys(check)
  for (const { name } of check.scanned.imports) {
    const message = `The script imports "${name}", but a plugin is one script; build it with fretworkPlugin() of @fretwork/sdk/vite.`
    check.problem('import_unbundled', message)
  }
}

const BUILT_IN_COMMANDS = PLUGINS.flatMap(({ contributes }) => contributes?.commands ?? []).flatMap(
  ({ id, formerly = [] }) => [id, ...formerly],
)
const ECMASCRIPT: readonly string[] = runInNewContext('Object.getOwnPropertyNames(globalThis)')
/** Other globals that exist both in the sandbox and in Node.js. */
const OF_WORKERS = [
  ...['arguments', 'self', 'Iterator', 'queueMicrotask', 'structuredClone', 'atob', 'btoa', 'performance'],
  ...['TextEncoder', 'TextDecoder', 'URL', 'URLSearchParams', 'AbortController', 'AbortSignal', 'Event'],
  ...['EventTarget', 'DOMException', 'Blob', 'File', 'ReadableStream', 'WritableStream', 'crypto'],
  ...['TransformStream', 'CompressionStream', 'DecompressionStream', 'OffscreenCanvas', 'Path2D'],
  ...['ImageData', 'DOMMatrix', 'DOMPoint', 'DOMRect', 'createImageBitmap', 'clearTimeout', 'clearInterval'],
  ...['Response', 'Request', 'Headers', 'FormData', 'MessageChannel', 'FontFace'],
]
const KNOWN = new Set([...ECMASCRIPT, ...OF_WORKERS].filter(name => !Object.hasOwn(INSTEAD, name)))
const UNENDING = ['setTimeout', 'setInterval']

async function checkGlobals({ scanned, place, problem, warn }: CodeCheck): Promise<void> {
  const members = scanned.members
    .filter(({ of }) => of === 'globalThis' || of === 'self' || of === 'window')
    .filter(({ name }) => Object.hasOwn(INSTEAD, name))
  const missing = [...scanned.globals, ...members].filter(({ name }) => !KNOWN.has(name))
  const names = missing.map(({ name }) => name)
  for (const { name, at } of missing.filter((each, index) => names.indexOf(each.name) === index)) {
    const where = await place(at)
    // Bundled packages test whether a global exists and have fallbacks.
    if (where === '') continue
    const advice = Object.hasOwn(INSTEAD, name) ? `use ${INSTEAD[name]}` : 'declare it, or correct its name'
    if (UNENDING.includes(name)) warn('timer_unending', unendingTimer(name, where))
    else problem('global_missing', `Plugins have no ${name}${where}; ${advice}.`)
  }
}

type Permission = keyof PluginJson['permissions']

const MEMBERS: Readonly<Record<Permission, readonly string[]>> = {
  'midi-in': ['midi.onNote', 'midi.onMessage', 'midi.filter', 'midi.receive'],
  'midi-out': ['midi.play', 'midi.noteOn', 'midi.noteOff', 'midi.send'],
  songs: ['songs.current', 'songs.onChange', 'songs.play', 'songs.stop', 'songs.seek', 'songs.position'],
  network: ['network.fetch'],
  clipboard: ['page.copy'],
  files: ['page.save'],
  account: ['account.user'],
  commands: ['commands.run'],
}

async function checkPermissions({ scanned, json, place, problem, warn }: CodeCheck): Promise<void> {
  const { permissions } = json
  for (const [permission, members] of Object.entries(MEMBERS) as [Permission, readonly string[]][]) {
    const isUse = (use: MemberUse) => members.includes(`${use.of}.${use.name}`)
    const use = scanned.members.find(each => isUse(each) && !commandOf(each, json)?.startsWith(`${json.id}.`))
    const declared = permissions[permission] !== undefined
    if (use && !declared) {
      const where = await place(use.at)
      const reason = permission === 'network' ? `{ hosts: ['…'], reason: '…' }` : `'…'`
      const message = `${use.of}.${use.name} needs the permission "${permission}"${where}; add ${quoted(permission)}: ${reason} to permissions, with the reason that users read.`
      problem('permission_undeclared', message)
    }
    const names = members.map(member => member.split('.')[1])
    if (!declared || scanned.members.some(({ name }) => names.includes(name))) continue
    const message = `The permission "${permission}" is requested, but the code never uses ${members.join(', ')}; remove it, so that users need not grant it.`
    warn('permission_unused', message)
  }
}

const quoted = (name: string) => (name.includes('-') ? `'${name}'` : name)

/** Returns the full ID of the command passed to `commands.run`. */
function commandOf({ of, name, argument }: MemberUse, json: PluginJson): string | undefined {
  if (of !== 'commands' || name !== 'run' || argument === undefined) return undefined
  return argument.includes('.') ? argument : `${json.id}.${argument}`
}

async function checkCommands({ scanned, json, place, problem }: CodeCheck): Promise<void> {
  const own = (json.commands ?? []).map(({ id }) => `${json.id}.${id}`)
  const known = [...own, ...BUILT_IN_COMMANDS]
  const plugins = [json, ...PLUGINS].map(({ id }) => id)
  for (const use of scanned.members) {
    const id = commandOf(use, json)
    if (id === undefined || id.endsWith(OPEN) || known.includes(id)) continue
    if (!plugins.includes(id.split('.')[0] ?? '')) continue
    const message = `There is no command "${use.argument}"${await place(use.at)}${nearEnd(id, known)}`
    problem('command_unknown', message)
  }
}

/** Translations are looked up by the whole text, so `t` needs placeholders. */
async function checkTemplates({ scanned, place, warn }: CodeCheck): Promise<void> {
  for (const { name, at } of scanned.translated) {
    const where = name.endsWith(OPEN) ? await place(at) : ''
    if (where === '') continue
    const message = `t gets a text with inserted values, which no translation matches${where}; write t('${name.slice(0, -OPEN.length)}{{value}}', { value }).`
    warn('translation_template', message)
  }
}

const KEY_NAMES = [
  ...['space', 'enter', 'escape', 'tab', 'backspace', 'delete', 'insert', 'home', 'end'],
  ...['pageup', 'pagedown', 'arrowleft', 'arrowright', 'arrowup', 'arrowdown'],
]

function checkKeys({ json, warn }: CodeCheck): void {
  for (const { id, keys = [] } of json.commands ?? []) {
    // Invalid bindings are reported by the manifest check.
    const strokes = keys.flatMap(binding => attempted(() => parseBinding(binding, false)) ?? [])
    for (const { key } of strokes) {
      if ([...key].length === 1 || KEY_NAMES.includes(key) || /^(f\d+|media\w+)$/.test(key)) continue
      const joined = key.replaceAll('-', '+')
      const isJoined = /^(\$mod|ctrl|meta|alt|shift)\+/.test(joined)
      const instead = isJoined
        ? `write "${joined}"`
        : `use a character, a key from f1 to f12, or one of ${KEY_NAMES.join(', ')}`
      const message = `The command "${id}" has the unknown key "${key}"; ${instead}.`
      warn('key_unknown', message)
    }
  }
}

async function checkHosts({ scanned, json, place, problem }: CodeCheck): Promise<void> {
  const { network } = json.permissions
  for (const { of, name, argument = '', at } of scanned.members) {
    const [, scheme, host] = /^(https?):\/\/(?:([^/:?#$]+)(?:[/:?#]|$))?/.exec(argument) ?? []
    if (of !== 'network' || name !== 'fetch' || scheme === undefined) continue
    const where = await place(at)
    if (scheme === 'http') problem('host_insecure', `network.fetch needs an address with https://${where}.`)
    if (!network || host === undefined || isNamed(host, network.hosts)) continue
    const message = `network.fetch asks ${host}${where}, which is not in hosts of the permission "network"; add '${host}'.`
    problem('host_undeclared', message)
  }
}
