import { fillSentence, phrases, type SentenceValues } from '../platform/phrases.js'

export const IMPORT_FAULTS = phrases({
  encoding: 'The file isn’t encoded as UTF-8. Save it as “CSV UTF-8”.',
  column: 'The first line is missing the column “{{column}}”.',
  empty: 'The file contains no people.',
  people: 'The file contains more than {{limit}} people. Split it into several files.',
  unclosed: 'The file contains a quotation mark that is never closed.',
  quote: 'Line {{line}}: a quotation mark is in the wrong place.',
  email: 'Line {{line}}: “{{email}}” isn’t a valid email address.',
  twin: 'Line {{line}} has the same email address as line {{other}}.',
  name: 'Line {{line}}: the name is missing or invalid.',
  groups: 'Line {{line}} lists more than {{limit}} groups.',
  group: 'Line {{line}}: “{{group}}” isn’t a valid group name.',
  plan: 'Line {{line}}: “{{plan}}” isn’t a plan. Use free, Basic, Pro or Enterprise.',
  members: 'The group “{{group}}” would have more than {{limit}} members.',
  owner: 'The file contains groups. Enter their teacher’s email address.',
  account: 'There’s no active account for “{{email}}”.',
  owned: 'The teacher would have more than {{limit}} groups.',
})
export type ImportFault = keyof typeof IMPORT_FAULTS
export type ImportValues = SentenceValues

export const fault = (path: string, code: ImportFault, values: ImportValues = {}) => ({
  path,
  message: fillSentence(IMPORT_FAULTS[code], values),
  code,
  values,
})
