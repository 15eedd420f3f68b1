import * as z from 'zod/mini'
import type { JsonField, PluginJson } from '../contract/external-plugins.js'
import { createToken, type PermissionId, permissionFor } from '../platform/token.js'
import type { SettingsSection } from '../settings/section.js'
import { type AnyToken, BUILT_IN, type Locale, type PluginManifest } from './plugin.js'

export interface PackageAccess {
  readonly origin?: string
  readonly size?: number
  readonly runs?: PluginManifest['runs']
  /** Services that the SDK uses. A service is left out if the plugin does not request its permission. */
  readonly services: readonly AnyToken[]
  load: PluginManifest['load']
  locale(path: string): Promise<Locale>
}

/** Name of the screen that shows the panel of an external plugin. */
export const PANEL = 'Panel'

export function manifestFromJson(json: PluginJson, access: PackageAccess): PluginManifest {
  const { id, version, title, description, settings, commands = [], panel, locales = {} } = json
  const { origin, size, runs, services, load, locale } = access
  const path = `/${id}`
  const when = 'loggedIn'
  const permissions = json.permissions as NonNullable<PluginManifest['permissions']>
  const isRequested = (permission: PermissionId | undefined) =>
    permission === undefined || Object.hasOwn(permissions, permission)
  return {
    ...BUILT_IN,
    ...{ id, version, title, description, origin, size, permissions, load },
    ...(runs !== undefined && { runs }),
    lazy: services.filter(token => isRequested(permissionFor(token.id))).map(token => createToken(token.id)),
    contributes: {
      ...(settings && { settings: [sectionFrom(id, title, settings)] }),
      commands: commands.map(({ id: command, args, suggests = [], ...rest }) => ({
        ...rest,
        id: `${id}.${command}`,
        when,
        ...(args && {
          args: schemaOf(args),
          asks: Object.entries(args).map(([name, field]) => ({
            ...{ id: name, title: field.title },
            ...(typeof field.default === 'number' && { assumed: field.default }),
            ...(typeof field.default === 'string' && !('choices' in field) && { open: true }),
            ...(suggests.includes(name) && { searched: true }),
          })),
        }),
      })),
      ...(panel?.on === 'page' && {
        routes: [{ path, title, screen: PANEL, auth: true }],
        navigation: [{ path, title, when }],
      }),
      ...(panel?.on === 'fretboard' && {
        drawers: [{ id: `${id}.panel`, side: 'right', on: '/fretboard', title, screen: PANEL, when }],
      }),
    },
    activateOn:
      json.activateOn === 'use'
        ? [`command:${id}.*`, panel?.on === 'page' ? `route:${path}` : 'route:/fretboard']
        : ['startup'],
    locales: Object.fromEntries(
      Object.entries(locales).map(([language, file]) => [language, () => locale(file)]),
    ),
  }
}

type Fields = Readonly<Record<string, JsonField>>

function sectionFrom(id: string, title: string, fields: Fields): SettingsSection {
  return {
    ...{ id, title, version: '1', schema: schemaOf(fields) as SettingsSection['schema'] },
    defaults: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default])),
    fields: Object.entries(fields).map(([name, field]) => ({
      ...{ id: name, title: field.title },
      ...('unit' in field && field.unit !== undefined && { unit: field.unit }),
      ...('choices' in field && { choices: choicesOf(field.choices) }),
    })),
  }
}

const choicesOf = (choices: Readonly<Record<string, string>> = {}) =>
  Object.entries(choices).map(([value, label]) => ({ value, label }))

function schemaOf(fields: Fields): z.ZodMiniType<object> {
  return z.object(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOfField(field)])),
  )
}

function schemaOfField(field: JsonField): z.ZodMiniType {
  if (typeof field.default === 'boolean') return z.boolean()
  if (typeof field.default === 'string') {
    const values = 'choices' in field ? Object.keys(field.choices ?? {}) : []
    return values.length > 0 ? z.enum(values) : z.string().check(z.maxLength(1000))
  }
  const { min = -1e9, max = 1e9, step = 1 } = field as Extract<JsonField, { default: number }>
  const number = Number.isInteger(step) ? z.int() : z.number()
  return number.check(z.gte(min), z.lte(max))
}
