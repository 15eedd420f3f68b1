// The tables as Drizzle sees them. The migrations make them; a test compares the two.
import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { TenantCard } from '../../src/core/api/tenant.js'

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const tenant = () => text('tenant').notNull()

export const tenants = pgTable('tenants', {
  key: text('key').primaryKey(),
  name: text('name').notNull(),
  accent: text('accent').notNull(),
  languages: text('languages').array().notNull(),
  hosts: text('hosts').array().notNull().default([]),
  origins: text('origins').array().notNull().default([]),
  providers: jsonb('providers').$type<TenantCard['providers']>().notNull().default([]),
  createdAt: at('created_at').notNull().defaultNow(),
})

export const users = pgTable(
  'users',
  {
    tenant: tenant(),
    id: uuid('id').notNull().defaultRandom(),
    email: text('email').notNull(),
    emailFolded: text('email_folded').notNull(),
    name: text('name').notNull(),
    passwordHash: text('password_hash'),
    emailVerifiedAt: at('email_verified_at'),
    roles: text('roles').array().notNull().default([]),
    features: text('features').array().notNull().default([]),
    demo: boolean('demo').notNull().default(false),
    suspendedAt: at('suspended_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  table => [primaryKey({ columns: [table.tenant, table.id] })],
)

export const sessions = pgTable(
  'sessions',
  {
    tenant: tenant(),
    id: uuid('id').notNull().defaultRandom(),
    userId: uuid('user_id').notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    endedAt: at('ended_at'),
    endedBy: text('ended_by'),
  },
  table => [primaryKey({ columns: [table.tenant, table.id] })],
)

export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    tenant: tenant(),
    hash: text('hash').notNull(),
    sessionId: uuid('session_id').notNull(),
    createdAt: at('created_at').notNull(),
    usedAt: at('used_at'),
    sealedSuccessor: text('sealed_successor'),
  },
  table => [primaryKey({ columns: [table.tenant, table.hash] })],
)

export const rateLimits = pgTable(
  'rate_limits',
  {
    tenant: tenant(),
    bucket: text('bucket').notNull(),
    windowBegan: at('window_began').notNull(),
    count: integer('count').notNull(),
  },
  table => [primaryKey({ columns: [table.tenant, table.bucket] })],
)
