/** The manifest of an external plugin: plugin.json, read as one and written from one. */
import { satisfies } from 'compare-versions'
import * as z from 'zod/mini'
import { type PluginJson, pluginJson } from '../../api/external-plugins.js'
import { schemaFromJson } from '../../api/json-schema.js'
import { FretworkError, messageOf } from '../../platform/fretwork-error.js'
import { issueSentence } from '../../platform/issue-sentence.js'
import { createExtensionPoint, createToken } from '../../platform/services/token.js'
import type { SettingsSection } from '../../settings/section.js'
import {
  type AnyToken,
  definePlugin,
  type Locale,
  type PluginDefinition,
  type PluginManifest,
} from './plugin.js'

/** How what belongs to a manifest is fetched when it is needed. */
export interface PackageAccess {
  /** For people: an address, or the name of a folder. */
  readonly origin?: string
  /** Bytes of its code, where they are known. */
  readonly size?: number
  load: PluginManifest['load']
  /** @param path as the manifest names it */
  locale(path: string): Promise<Locale>
}

/** @throws SchemaRefused where a schema says what is not understood here; the server has looked beforehand */
export function manifestFromJson(
  json: PluginJson,
  { origin, size, load, locale }: PackageAccess,
): PluginManifest {
  const { id, version, engine, title, description, runsIn, contributes = {}, locales = {} } = json
  return definePlugin({
    id,
    version,
    engine,
    title,
    description,
    origin,
    size,
    runsIn,
    requires: json.requires?.map(createToken),
    optional: json.optional?.map(createToken),
    lazy: json.lazy?.map(createToken),
    provides: json.provides?.map(createToken),
    extensionPoints: json.extensionPoints?.map(createExtensionPoint),
    contributes: contributionsFrom(contributes, writtenFor10(engine)),
    // Whatever else may stand there is found by the check of all manifests.
    activateOn: json.activateOn as PluginManifest['activateOn'],
    locales: Object.fromEntries(
      Object.entries(locales).map(([language, path]) => [language, () => locale(path)]),
    ),
    load,
  })
}

/** Until 1.0 a command needed a screen unless it said `headless: true`; since 1.1 it says `needs: 'screen'`. */
export function writtenFor10(engine: string): boolean {
  try {
    return satisfies('1.0.0', engine)
  } catch {
    // No range: the check of all manifests names it.
    return false
  }
}

function contributionsFrom(
  { settings, commands, ...rest }: NonNullable<PluginJson['contributes']>,
  old: boolean,
): PluginDefinition['contributes'] {
  return {
    ...rest,
    settings: settings?.map(({ schema, ...section }) => ({
      ...section,
      // What the fields may hold is checked where they are shown; the schema decides what is stored.
      schema: schemaFromJson(schema, `the settings "${section.id}"`),
    })) as NonNullable<PluginManifest['contributes']>['settings'],
    commands: commands?.map(({ args, headless, ...command }) => ({
      ...command,
      needs: old && !headless ? 'screen' : command.needs,
      args: args && schemaFromJson(args, `the command "${command.id}"`),
    })),
  }
}

/** What a packed plugin's plugin.json says beside the manifest: its files and their hashes. */
export type PackedFiles = Pick<PluginJson, 'entry' | 'integrity' | 'files' | 'locales' | 'styles'>

/**
 * A manifest as plugin.json: tokens by their ids, zod as JSON Schema, code and translations by the names of files.
 * @throws FretworkError `manifest_invalid` where something cannot be said in JSON, with what to do
 */
export function manifestToJson(manifest: PluginManifest, packed: PackedFiles): PluginJson {
  const {
    load: _load,
    locales: _locales,
    locked: _locked,
    origin: _origin,
    size: _size,
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
      commands: commands?.map(({ args, ...command }) => ({
        ...command,
        args: args && schemaToJson(args, `the command "${command.id}"`),
      })),
    },
    ...packed,
  }
  // Through text: what is undefined is not there, as in the file.
  const parsed = pluginJson.safeParse(JSON.parse(JSON.stringify(json)))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw invalid(
    `The manifest of "${manifest.id}" is wrong at "${issue?.path.join('.')}": ${issueSentence(issue)}.`,
  )
}

function settingsToJson({ schema, migrations, ...section }: SettingsSection) {
  if (migrations) {
    throw invalid(
      `The settings "${section.id}" have migrations, which are code and cannot stand in plugin.json; give the new shape a new id.`,
    )
  }
  return { ...section, schema: schemaToJson(schema, `the settings "${section.id}"`) }
}

function schemaToJson(schema: z.ZodMiniType, what: string): Record<string, unknown> {
  try {
    // As input: a field with a default may be left out.
    const json = z.toJSONSchema(schema, { io: 'input' })
    schemaFromJson(json, what)
    return json
  } catch (error) {
    throw invalid(`The schema of ${what} cannot be said in plugin.json: ${messageOf(error)}`)
  }
}

function idsOf(tokens: readonly AnyToken[] | undefined): string[] | undefined {
  return tokens?.map(({ id }) => id)
}

function invalid(message: string): FretworkError {
  return new FretworkError('manifest_invalid', message)
}
