import * as z from 'zod/mini'
import { type PluginJson, pluginJson } from '../contract/external-plugins.js'
import { schemaFromJson } from '../contract/json-schema.js'
import { FretworkError, messageOf } from '../platform/fretwork-error.js'
import { complaintOf } from '../platform/issue-sentence.js'
import { createExtensionPoint, createToken } from '../platform/token.js'
import type { SettingsSection } from '../settings/section.js'
import {
  type AnyToken,
  definePlugin,
  type Locale,
  type PluginDefinition,
  type PluginManifest,
} from './plugin.js'

export interface PackageAccess {
  readonly origin?: string
  readonly size?: number
  readonly runs?: PluginManifest['runs']
  load: PluginManifest['load']
  locale(path: string): Promise<Locale>
}

export function manifestFromJson(json: PluginJson, { origin, size, runs, load, locale }: PackageAccess) {
  const { id, version, engine, title, description, runsIn, contributes = {}, locales = {} } = json
  return definePlugin({
    ...{ id, version, engine, title, description, origin, size, runsIn },
    ...(runs !== undefined && { runs }),
    permissions: json.permissions as PluginManifest['permissions'],
    requires: json.requires?.map(id => createToken(id)),
    optional: json.optional?.map(id => createToken(id)),
    lazy: json.lazy?.map(id => createToken(id)),
    provides: runs === 'apart' ? [] : json.provides?.map(id => createToken(id)),
    extensionPoints: json.extensionPoints?.map(id => createExtensionPoint(id)),
    contributes: contributionsFrom(contributes),
    activateOn: json.activateOn as PluginManifest['activateOn'],
    locales: Object.fromEntries(
      Object.entries(locales).map(([language, path]) => [language, () => locale(path)]),
    ),
    load,
  })
}

function contributionsFrom({
  settings,
  commands,
  ...rest
}: NonNullable<PluginJson['contributes']>): PluginDefinition['contributes'] {
  return {
    ...rest,
    settings: settings?.map(({ schema, ...section }) => ({
      ...section,
      schema: schemaFromJson(schema, `the settings "${section.id}"`),
    })) as NonNullable<PluginManifest['contributes']>['settings'],
    commands: commands?.map(({ args, ...command }) => ({
      ...command,
      args: args && schemaFromJson(args, `the command "${command.id}"`),
    })),
  }
}

export type PackedFiles = Pick<PluginJson, 'entry' | 'integrity' | 'files' | 'locales' | 'styles'>

export function manifestToJson(manifest: PluginManifest, packed: PackedFiles): PluginJson {
  const {
    load: _load,
    locales: _locales,
    words: _words,
    locked: _locked,
    formerly: _formerly,
    origin: _origin,
    size: _size,
    runs: _runs,
    contributes = {},
    ...plain
  } = manifest
  const { settings, commands } = contributes
  const json = {
    ...plain,
    requires: idsOf(manifest.requires),
    optional: idsOf(manifest.optional),
    lazy: idsOf(manifest.lazy),
    provides: idsOf(manifest.provides),
    extensionPoints: manifest.extensionPoints?.map(({ id }) => id),
    contributes: {
      ...contributes,
      settings: settings?.map(settingsToJson),
      commands: commands?.map(({ args, formerly: _formerly, ...command }) => ({
        ...command,
        args: args && schemaToJson(args, `the command "${command.id}"`),
      })),
    },
    ...packed,
  }
  const parsed = pluginJson.safeParse(JSON.parse(JSON.stringify(json)))
  if (parsed.success) return parsed.data
  throw invalid(`The manifest of "${manifest.id}" is invalid${complaintOf(parsed.error)}.`)
}

function settingsToJson({ schema, migrations, ...section }: SettingsSection) {
  if (migrations) {
    throw invalid(
      `The settings "${section.id}" have migrations, which are code and can’t be part of plugin.json. Use a new ID for the new format.`,
    )
  }
  return { ...section, schema: schemaToJson(schema, `the settings "${section.id}"`) }
}

function schemaToJson(schema: z.ZodMiniType, what: string): Record<string, unknown> {
  try {
    const json = z.toJSONSchema(schema, { io: 'input' })
    schemaFromJson(json, what)
    return json
  } catch (error) {
    throw invalid(`The schema of ${what} cannot be written to plugin.json: ${messageOf(error)}`)
  }
}

function idsOf(tokens: readonly AnyToken[] | undefined): string[] | undefined {
  return tokens?.map(({ id }) => id)
}

function invalid(message: string): FretworkError {
  return new FretworkError('manifest_invalid', message)
}
