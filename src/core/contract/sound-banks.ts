import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.js'

const number = z.int().check(z.gte(0), z.lte(127))

const offeredBank = z.object({
  /** Path of the file, which changes with its content. */
  id: z.string(),
  name: z.string(),
  presets: z.array(z.object({ name: z.string(), program: number, bank: number, isDrums: z.boolean() })),
})

export type OfferedBank = z.infer<typeof offeredBank>

export const offeredBanks = z.object({ banks: z.array(offeredBank) })

export const soundBanks = defineEndpoint('sound-banks.list', 'GET /sound-banks.json', {
  summary: 'List the sound banks that the operator offers to all users',
  auth: 'none',
  tenant: 'none',
  answer: offeredBanks,
})
