import type * as z from 'zod/mini'

/** What was stored, if it is of the schema: what another version or program wrote there counts as nothing. */
export function storedJson<T>(schema: z.ZodMiniType<T>, text: string | undefined): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text ?? '')).data
  } catch {
    return undefined
  }
}
