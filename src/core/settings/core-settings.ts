/** The keys that the user has chosen, by command: they lie over the keys that commands bring. */
import * as z from 'zod/mini'
import { defineSettings } from './section.js'

/** By command id, its bindings; an empty list takes every key from the command. The latest change is last. */
export type KeyLayer = Readonly<Record<string, readonly string[]>>

const keysSchema = z.object({ keys: z.record(z.string(), z.array(z.string())) })

export const keySettings = defineSettings<{ keys: KeyLayer }>({
  id: 'Keys',
  title: 'Keys',
  version: '1',
  schema: keysSchema as z.ZodMiniType<{ keys: KeyLayer }>,
  defaults: { keys: {} },
  sync: { lists: { keys: { whole: true } } },
  // A screen of their own changes them.
  fields: [{ id: 'keys', hidden: true }],
})

/** The user's language: the browser's until one is chosen. */
const languageSchema = z.object({
  /** `auto`, or a language code such as `de`. */
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
  names: () => import('./core-names.js'),
})

/** State of the layout, kept under `<tenant>Layout` (specification, section 2). */
const layoutSchema = z.object({
  leftDrawerOpen: z.boolean(),
  rightDrawerOpen: z.boolean(),
  darkMode: z.boolean(),
  /** `auto` until the user chooses. */
  colorScheme: z.enum(['auto', 'light', 'dark']),
  /** Ids of the drawers of which only the title is shown. */
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
  names: () => import('./core-names.js'),
})

/** Which plugins the user has switched off: kept like every setting, so that they stay off after a restart. */
const pluginSchema = z.object({
  /** Ids; one that is not here now counts again when it comes back. */
  disabled: z.array(z.string()),
})

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

/** What the user has answered about the permissions of plugins: by plugin id, those of `permissionsAsked`. */
export type PermissionSettings = z.infer<typeof permissionsSchema>

export const permissionSettings = defineSettings<PermissionSettings>({
  id: 'Permissions',
  title: 'Permissions',
  version: '1',
  schema: permissionsSchema,
  defaults: { allowed: {}, refused: {} },
  // Each device is asked.
  sync: 'device',
})
