import * as z from 'zod/mini'
import { defineSettings, type SettingsNames } from './section.js'

const NAMES: SettingsNames = t => ({
  language: [
    { value: 'auto', label: t('Automatic') },
    { value: 'en', label: 'English', words: 'Englisch' },
    { value: 'de', label: 'Deutsch', words: 'German' },
  ],
  colorScheme: [
    { value: 'auto', label: t('System') },
    { value: 'light', label: t('Light') },
    { value: 'dark', label: t('Dark') },
  ],
})

/** Key bindings by command ID, latest change last. An empty list removes all of a command's keys. */
export type KeyLayer = Readonly<Record<string, readonly string[]>>

const keysSchema = z.object({ keys: z.record(z.string(), z.array(z.string())) })

export const keySettings = defineSettings<{ keys: KeyLayer }>({
  id: 'Keys',
  title: 'Keys',
  version: '1',
  schema: keysSchema as z.ZodMiniType<{ keys: KeyLayer }>,
  defaults: { keys: {} },
  sync: { lists: { keys: { whole: true } } },
  fields: [{ id: 'keys', hidden: true }],
})

const languageSchema = z.object({
  language: z
    .string()
    .check(z.regex(/^(auto|[a-z]{2}(-[A-Z]{2})?)$/, 'it has to be auto, or a language such as de')),
})

export const languageSettings = defineSettings<z.infer<typeof languageSchema>>({
  id: 'Language',
  title: 'Language',
  version: '1',
  schema: languageSchema,
  defaults: { language: 'auto' },
  names: async () => ({ default: NAMES }),
})

const layoutSchema = z.object({
  leftDrawerOpen: z.boolean(),
  rightDrawerOpen: z.boolean(),
  darkMode: z.boolean(),
  colorScheme: z.enum(['auto', 'light', 'dark']),
  foldedDrawers: z.array(z.string()),
})

export type Layout = z.infer<typeof layoutSchema>

export const layoutSettings = defineSettings<Layout>({
  id: 'Layout',
  title: 'Layout',
  version: '1',
  schema: layoutSchema,
  sync: 'device',
  defaults: {
    leftDrawerOpen: true,
    rightDrawerOpen: true,
    darkMode: false,
    colorScheme: 'auto',
    foldedDrawers: [],
  },
  fields: [
    { id: 'leftDrawerOpen', hidden: true },
    { id: 'rightDrawerOpen', hidden: true },
    { id: 'darkMode', hidden: true },
    { id: 'foldedDrawers', hidden: true },
    { id: 'colorScheme', title: 'Color scheme', command: 'core.use-system-scheme' },
  ],
  names: async () => ({ default: NAMES }),
})

const pluginSchema = z.object({ disabled: z.array(z.string()) })

export type PluginSettings = z.infer<typeof pluginSchema>

export const pluginSettings = defineSettings<PluginSettings>({
  id: 'Plugins',
  title: 'Plugins',
  version: '1',
  schema: pluginSchema,
  defaults: { disabled: [] },
})

const permissionsSchema = z.object({
  allowed: z.record(z.string(), z.array(z.string())),
  refused: z.record(z.string(), z.array(z.string())),
})

export type PermissionSettings = z.infer<typeof permissionsSchema>

export const permissionSettings = defineSettings<PermissionSettings>({
  id: 'Permissions',
  title: 'Permissions',
  version: '1',
  schema: permissionsSchema,
  defaults: { allowed: {}, refused: {} },
  sync: 'device',
})

/**
 * Synced values of external plugins, by user and then by the plugin's ID, a space and the key. All plugins
 * share this section, so that values sync even for plugins that are missing or not started.
 */
export const pluginDataSettings = defineSettings<{ values: Record<string, Record<string, unknown>> }>({
  id: 'PluginData',
  title: 'Plugin data',
  version: '1',
  schema: z.object({ values: z.record(z.string(), z.record(z.string(), z.unknown())) }),
  defaults: { values: {} },
  fields: [{ id: 'values', hidden: true }],
  sync: { lists: { values: { byUser: true, whole: true } } },
})

/** Reserved section IDs. A plugin that declared one could change its own permissions. */
export const CORE_SECTIONS = [
  layoutSettings,
  languageSettings,
  keySettings,
  pluginSettings,
  permissionSettings,
  pluginDataSettings,
]
