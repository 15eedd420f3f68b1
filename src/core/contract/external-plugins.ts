import * as z from 'zod/mini'
import { PERMISSION_IDS, type PermissionId } from '../platform/token.js'
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
const flag = z.optional(z.boolean())
const names = z.optional(z.array(text))

const syncedParts = z.strictObject({
  local: names,
  lists: z.optional(
    z.record(
      text,
      z.strictObject({
        key: z.optional(text),
        byUser: z.optional(z.literal(true)),
        trims: z.optional(z.literal(true)),
        whole: z.optional(z.literal(true)),
        both: names,
      }),
    ),
  ),
})
const jsonSchema = z.record(z.string(), z.unknown())

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

const reason = z.string().check(z.minLength(1, 'it needs a reason for its user'), z.maxLength(300))
const given = z.optional(reason)
const { network: _, ...plain } = Object.fromEntries(PERMISSION_IDS.map(id => [id, given])) as Record<
  PermissionId,
  typeof given
>

const permissions = z.strictObject({
  ...plain,
  network: z.optional(
    z.strictObject({ hosts: z.array(host).check(z.minLength(1), z.maxLength(20)), reason }),
  ),
})

const list = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.optional(z.array(z.strictObject(shape)))

const contributions = z.strictObject({
  settings: list({
    id: text,
    title: text,
    version: text,
    schema: jsonSchema,
    defaults: z.record(z.string(), z.unknown()),
    fields: z.optional(z.array(z.looseObject({ id: text }))),
    sync: z.optional(z.union([z.literal('device'), syncedParts])),
    when: z.optional(text),
  }),
  routes: list({
    path: text,
    title: text,
    screen: text,
    auth: flag,
    standsFor: z.optional(text),
    offers: names,
    keys: list({ title: text, keys: z.array(text) }),
  }),
  header: list({ id: text, screen: text }),
  drawers: list({
    id: text,
    side: z.enum(['left', 'right', 'bottom']),
    on: text,
    title: text,
    screen: text,
    order: z.optional(z.number()),
    when: z.optional(text),
  }),
  navigation: list({
    path: text,
    title: text,
    icon: z.optional(text),
    group: z.optional(text),
    order: z.optional(z.number()),
    when: z.optional(text),
    tabOf: z.optional(text),
    unlisted: flag,
  }),
  commandsWhen: z.optional(text),
  commands: list({
    id: text,
    title: text,
    titles: z.optional(z.tuple([text, text, text])),
    description: z.optional(text),
    words: z.optional(text),
    keys: names,
    args: z.optional(jsonSchema),
    asks: z.optional(z.array(z.looseObject({ id: text, title: text }))),
    when: z.optional(text),
    keysWhen: z.optional(text),
    needs: z.optional(z.literal('screen')),
    commandsWhen: z.optional(z.literal(false)),
    cli: z.optional(text),
    section: z.optional(text),
    hidden: flag,
    careful: flag,
    feature: z.optional(text),
    busy: z.optional(z.enum(['refuse', 'queue', 'restart', 'parallel'])),
  }),
})

export const pluginJson = z.strictObject({
  $schema: z.optional(z.string()),
  id: z
    .string()
    .check(
      z.regex(/^[a-z][a-z0-9-]*$/, 'it has to be lowercase letters, digits and hyphens, with a letter first'),
      z.maxLength(64),
    ),
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+/, 'it has to be a version such as 1.0.0')),
  engine: text,
  title: text,
  description: z.optional(text),
  runsIn: z.array(z.enum(['browser', 'node'])).check(z.minLength(1)),
  requires: names,
  optional: names,
  lazy: names,
  provides: names,
  extensionPoints: names,
  contributes: z.optional(contributions),
  permissions: z.optional(permissions),
  activateOn: names,
  entry: packagePath,
  integrity,
  files: z.optional(z.record(packagePath, integrity)),
  locales: z.optional(
    z.record(
      z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'it has to be a language such as de or pt-BR')),
      packagePath,
    ),
  ),
  /** CSS files, loaded before the entry point runs. */
  styles: z.optional(z.array(packagePath)),
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
  /** English message for the operator: the problem and how to fix it. */
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
