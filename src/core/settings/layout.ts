/** State of the layout, kept under `<tenant>Layout` (specification, section 2). */
import * as z from 'zod/mini'
import { defineSettings } from './section.js'

const layoutSchema = z.object({
  leftDrawerOpen: z.boolean(),
  rightDrawerOpen: z.boolean(),
  darkMode: z.boolean(),
  /** `auto` until the user chooses. */
  colorScheme: z.enum(['auto', 'light', 'dark']),
})

export type Layout = z.infer<typeof layoutSchema>

export const layoutSettings = defineSettings<Layout>({
  id: 'Layout',
  title: 'Layout',
  version: '1',
  schema: layoutSchema,
  defaults: { leftDrawerOpen: true, rightDrawerOpen: true, darkMode: false, colorScheme: 'auto' },
  fields: [
    { id: 'leftDrawerOpen', hidden: true },
    { id: 'rightDrawerOpen', hidden: true },
    { id: 'darkMode', hidden: true },
    { id: 'colorScheme', title: 'Colour scheme', command: 'core.use-system-scheme' },
  ],
  names: () => import('./core-names.js'),
})
