/** The user's language: the browser's until one is chosen. */
import * as z from 'zod/mini'
import { defineSettings } from './section.js'

const languageSchema = z.object({
  /** `auto`, or a language code such as `de`. */
  language: z.string().check(z.regex(/^(auto|[a-z]{2}(-[A-Z]{2})?)$/)),
})

export const languageSettings = defineSettings<z.infer<typeof languageSchema>>({
  id: 'Language',
  title: 'Language',
  version: '1',
  schema: languageSchema,
  defaults: { language: 'auto' },
  names: () => import('./core-names.js'),
})
