import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.js'

/** Subresource Integrity hash: `sha384-` and base64. */
export const integrity = z
  .string()
  .check(
    z.regex(
      /^sha(256-[A-Za-z0-9+/]{43}=|384-[A-Za-z0-9+/]{64}|512-[A-Za-z0-9+/]{86}==)$/,
      'it has to be a hash such as sha256-…',
    ),
  )

/** Relative path without `..`, hidden files or URLs. */
const packagePath = z
  .string()
  .check(
    z.maxLength(200),
    z.regex(
      /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/,
      'it has to be a path in the package, such as assets/neck.js',
    ),
  )

const text = z.string().check(z.minLength(1), z.maxLength(1000))
const names = z.optional(z.array(text))

/** Host name `api.example.org`, or `*.example.org` for all subdomains. */
const host = z
  .string()
  .check(
    z.maxLength(253),
    z.regex(
      /^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/,
      'it has to be a host such as api.example.org or *.example.org',
    ),
  )

const reason = z.string().check(z.regex(/\S/, 'it needs a reason for its user'), z.maxLength(300))
const given = z.optional(reason)

/** Permissions that external plugins can request. */
const permissions = z.strictObject({
  ...{ 'midi-in': given, 'midi-out': given, songs: given, account: given },
  ...{ clipboard: given, files: given, commands: given },
  network: z.optional(
    z.strictObject({ hosts: z.array(host).check(z.minLength(1), z.maxLength(20)), reason }),
  ),
})

const shortText = z.string().check(z.maxLength(1000))
const field = z.union([
  z.strictObject({
    title: text,
    default: z.number(),
    min: z.optional(z.number()),
    max: z.optional(z.number()),
    step: z.optional(z.number().check(z.positive())),
    unit: z.optional(text),
  }),
  z.strictObject({ title: text, default: z.boolean() }),
  z.strictObject({
    title: text,
    default: shortText,
    choices: z.optional(z.record(shortText, text)),
  }),
])
const fieldName = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9]*$/, 'it has to be letters and digits'))
const fields = z.optional(z.record(fieldName, field))
export type JsonField = z.infer<typeof field>

const command = z.strictObject({
  id: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/, 'it has to be lowercase letters, digits and hyphens')),
  title: text,
  description: z.optional(text),
  words: z.optional(text),
  keys: names,
  args: fields,
  /** Arguments for which the plugin suggests values. */
  suggests: names,
  busy: z.optional(z.enum(['refuse', 'queue', 'restart', 'parallel'])),
})

/** Version of `plugin.json` and of the SDK. Version 1 had an `engine` instead. */
export const PLUGIN_API = 2

/** IDs reserved for server paths and MIDI port names. */
const TAKEN_IDS = [
  'apart',
  'cms',
  'dev',
  'docs',
  'external',
  'health',
  'metrics',
  'ready',
  'keyboard',
  'neck',
  'song',
]

export const pluginJson = z.strictObject({
  $schema: z.optional(z.string()),
  api: z.literal(PLUGIN_API),
  id: z.string().check(
    z.regex(/^[a-z][a-z0-9-]*$/, 'it has to be lowercase letters, digits and hyphens, with a letter first'),
    z.maxLength(64),
    z.refine(id => !TAKEN_IDS.includes(id), 'it is used by Fretwork; choose another'),
  ),
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+/, 'it has to be a version such as 1.0.0')),
  title: text,
  description: z.optional(text),
  permissions,
  settings: fields,
  commands: z.optional(z.array(command)),
  panel: z.optional(z.strictObject({ on: z.enum(['fretboard', 'page']) })),
  /** `use` activates the plugin when its panel is shown or one of its commands runs. Default: at startup. */
  activateOn: z.optional(z.literal('use')),
  entry: packagePath,
  integrity,
  files: z.optional(z.record(packagePath, integrity)),
  locales: z.optional(
    z.record(
      z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'it has to be a language such as de or pt-BR')),
      packagePath,
    ),
  ),
})
export type PluginJson = z.infer<typeof pluginJson>

export function filesOf(manifest: PluginJson): Readonly<Record<string, string>> {
  return { ...manifest.files, [manifest.entry]: manifest.integrity }
}

const listed = z.object({
  manifest: pluginJson,
  base: z.string(),
  origin: z.string(),
  runs: z.enum(['page', 'apart']),
  size: z.optional(z.int().check(z.nonnegative())),
})
const refused = z.object({
  id: z.string(),
  title: z.string(),
  version: z.string(),
  code: z.string(),
  /** English message for the operator: describes the problem and how to fix it. */
  reason: z.string(),
  origin: z.string(),
})
export type ExternalPlugin = z.infer<typeof listed>
export type RefusedPlugin = z.infer<typeof refused>

const listing = z.object({
  plugins: z.array(listed),
  refused: z.array(refused),
  watched: z.optional(z.boolean()),
})

export const externalPlugins = defineEndpoint('account.plugins', 'GET /account/api/v1/plugins/', {
  summary: 'List external plugins allowed for this tenant, and rejected plugins',
  answer: listing,
})
