// An index of plugins on the wire: `index.json`, hosted by any web server or kept in a folder.
import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.js'
import { integrity } from './external-plugins.js'
import { text as shortText } from './fields.js'

const text = z.string().check(z.minLength(1), z.maxLength(1000))
/** ISO 8601, UTC. */
const moment = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, 'it has to be a time in UTC'),
  z.refine(time => !Number.isNaN(Date.parse(time)), 'has to be a time that there is'),
)

/** What the publisher said of the build. A claim: it is not signed, so that the index cannot prove it. */
export const provenance = z.object({
  /** Address of the repository, without a password. */
  repository: z.optional(text),
  commit: z.optional(z.string().check(z.regex(/^[0-9a-f]{7,64}$/))),
  /** Whether files differed from that commit. */
  changed: z.optional(z.boolean()),
  /** `GitHub Actions`, `GitLab CI` or `local`. */
  builtBy: text,
  /** Address of the run. */
  run: z.optional(text),
  builtAt: z.optional(moment),
})
export type Provenance = z.infer<typeof provenance>

/** What a plugin may use, by permission: the reason, for `network` with the hosts. */
export const permissions = z.record(
  z.string(),
  z.union([z.string(), z.object({ reason: z.string(), hosts: z.optional(z.array(z.string())) })]),
)
export type Permissions = z.infer<typeof permissions>

export const indexedVersion = z.object({
  version: z
    .string()
    .check(z.regex(/^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/, 'it has to be a version such as 1.2.0')),
  /** Where plugin.json is, relative to the index. */
  manifest: text,
  /** The hash of plugin.json, which contains the hashes of all other files. */
  integrity,
  /** Bytes of all files. */
  size: z.int().check(z.nonnegative()),
  engine: text,
  title: text,
  description: z.optional(text),
  permissions: z.optional(permissions),
  publishedAt: moment,
  provenance: z.optional(provenance),
  /** Why it must not be installed any more. */
  yanked: z.optional(text),
})
export type IndexedVersion = z.infer<typeof indexedVersion>

/** Unknown properties are ignored, so that a later format can have more. */
export const pluginIndex = z.object({
  format: z.literal('fretwork-plugin-index'),
  plugins: z.record(
    z.string().check(z.regex(/^[a-z][a-z0-9-]*$/), z.maxLength(64)),
    z.object({ versions: z.array(indexedVersion).check(z.minLength(1)) }),
  ),
})
export type PluginIndex = z.infer<typeof pluginIndex>

const PLUGINS = '/presence/api/v1/admin/plugins'

const found = z.object({
  id: z.string(),
  /** Newest first, ten at most. */
  versions: z.array(
    z.extend(indexedVersion, {
      /** From when on it is installed without being asked for at once. */
      readyAt: moment,
    }),
  ),
  /** The version that this tenant has from the index. */
  installed: z.optional(z.string()),
})
export type FoundPlugin = z.infer<typeof found>

export const findPlugins = defineEndpoint({
  name: 'admin.plugins',
  route: `GET ${PLUGINS}/`,
  summary: 'Plugins of the operator’s index by id, title or description, 50 at most, for administrators',
  query: z.strictObject({ query: z._default(shortText(0, 100), '') }),
  answer: z.object({
    /** Address or folder name of the index; missing where the operator has named none. */
    index: z.optional(z.string()),
    total: z.number(),
    plugins: z.array(found),
  }),
  cost: 5,
  errors: ['forbidden', 'second_factor_missing', 'plugin_index_unavailable'],
})

/** Not `{id}`: that is always the id of a row, as every tenant has its own. */
const onePlugin = z.strictObject({
  plugin: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,63}$/, 'it has to be the id of a plugin')),
})

export const installPlugin = defineEndpoint({
  name: 'admin.install-plugin',
  route: `POST ${PLUGINS}/{plugin}/version`,
  summary: 'Install a version of the operator’s index for this tenant, in the place of the one before',
  params: onePlugin,
  body: z.strictObject({
    version: shortText(1, 64),
    /** Of the version that the administrator has seen and agreed to. */
    integrity,
    /** Also a version that was just published. */
    now: z.optional(z.boolean()),
  }),
  answer: z.object({ id: z.string(), version: z.string() }),
  cost: 20,
  dangerous: true,
  errors: [
    ...(['forbidden', 'second_factor_missing', 'not_found'] as const),
    ...(['plugin_index_unavailable', 'plugin_refused'] as const),
  ],
})

export const removePlugin = defineEndpoint({
  name: 'admin.remove-plugin',
  route: `DELETE ${PLUGINS}/{plugin}/version`,
  summary: 'Remove a plugin that was installed from the operator’s index for this tenant',
  params: onePlugin,
  status: 204,
  errors: ['forbidden', 'second_factor_missing', 'not_found', 'plugin_refused'],
})
