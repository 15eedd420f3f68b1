import * as z from 'zod/mini'
import { complaintOf } from '../../platform/issue-sentence.js'
import { PERMISSION_IDS } from '../../platform/services/token.js'

const id = z
  .string()
  .check(
    z.regex(/^[a-z][a-z0-9-]*$/, 'it has to be lowercase letters, digits and hyphens, with a letter first'),
  )
const text = z.string().check(z.minLength(1))
const list = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.optional(z.array(z.looseObject(shape)))
const tokens = list({ id: text, key: z.symbol() })
const schema = z.custom<object>(value => typeof value === 'object' && value !== null, 'it is not a schema')

const permission = z.enum(PERMISSION_IDS)
const permissions = z.union([
  z.array(permission),
  z.partialRecord(
    permission,
    z.union([text, z.looseObject({ hosts: z.array(text).check(z.minLength(1)), reason: text })]),
  ),
])

const ACTIVATION = /^(startup$|route:\/|command:.|event:.)/

const manifestSchema = z.looseObject({
  id,
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+/, 'it has to be a version such as 1.0.0')),
  engine: text,
  title: text,
  runsIn: z.array(z.enum(['browser', 'node'])).check(z.minLength(1)),
  requires: tokens,
  optional: tokens,
  lazy: tokens,
  provides: tokens,
  description: z.optional(z.string()),
  extensionPoints: list({ id: text }),
  permissions: z.optional(permissions),
  contributes: z.optional(
    z.looseObject({
      settings: list({ id: text, title: text, version: text, schema }),
      routes: list({ path: z.string().check(z.startsWith('/')), title: text, screen: text }),
      header: list({ id: text, screen: text }),
      drawers: list({
        ...{ id: text, on: text, title: text, screen: text },
        side: z.enum(['left', 'right', 'bottom']),
        when: z.optional(z.string()),
      }),
      navigation: list({ path: text, title: text }),
      commands: list({
        id: text,
        formerly: z.optional(z.array(text)),
        title: text,
        keys: z.optional(z.array(z.string())),
        when: z.optional(z.string()),
        keysWhen: z.optional(z.string()),
        needs: z.optional(z.literal('screen')),
        args: z.optional(schema),
        asks: list({ id: text }),
      }),
    }),
  ),
  activateOn: z.optional(
    z.array(
      z
        .string()
        .check(
          z.regex(ACTIVATION, 'it has to be "startup", or begin with "route:/", "command:" or "event:"'),
        ),
    ),
  ),
  load: z.custom<() => unknown>(value => typeof value === 'function'),
})

export function formMistake(manifest: unknown): string | undefined {
  const { error } = manifestSchema.safeParse(manifest)
  return error && complaintOf(error)
}
