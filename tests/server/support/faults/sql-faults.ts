// Faults in the SQL of real handlers: a condition that is missing, a write that is lost, a limit that is off by one.
import type { SqlFault } from './fault.js'

/** Keeps the parameter, so that the others keep their numbers. */
const without =
  (column: string, type = 'uuid') =>
  (text: string) =>
    text.replaceAll(new RegExp(`${column} = (\\$\\d+)`, 'g'), `($1::${type} IS NOT NULL)`)

const replacing = (from: string | RegExp, to: string) => (text: string) => text.replaceAll(from, to)

const fault = (about: string, name: string, of: RegExp, change: SqlFault['change']): SqlFault => ({
  ...{ kind: 'sql', about, name, of, change },
})

export const SQL_FAULTS: readonly SqlFault[] = [
  fault(
    'group',
    'anyone can delete a group',
    /^delete from "study_groups"/,
    without('"study_groups"."teacher_id"'),
  ),
  fault(
    'share',
    'anyone can end a share and make links to it',
    /^select .* from "shares" where .*"shares"."id" = \$\d+ and "shares"."owner_id"/,
    without('"shares"."owner_id"'),
  ),
  fault(
    'homework',
    'anyone can take homework back',
    /^delete from "assignments"/,
    without('"assignments"."teacher_id"'),
  ),
  fault(
    'session',
    'anyone can end a session by its id',
    /^update "sessions" .*"sessions"."user_id" = \$\d+ and "sessions"."id"/,
    without('"sessions"."user_id"'),
  ),
  fault(
    'library',
    'files of a library are given to every user',
    /^select .* from "library_blobs"/,
    without('"library_blobs"."user_id"'),
  ),
  fault('share', 'what is shared with one person is open to all', /"share_people"/, text =>
    text.replace(/(AND share_id = "shares"."id") AND user_id = (\$\d+)/g, '$1 AND $2::uuid IS NOT NULL'),
  ),
  fault(
    'user',
    'blocked people still see who blocks them',
    /from_id FROM "links"/,
    replacing("kind = 'block' AND to_id", "kind = 'none' AND to_id"),
  ),
  fault(
    'user',
    'a block does not end following',
    /^delete from "links" where .* or /,
    text => `${text} and false`,
  ),
  fault(
    'user',
    'private profiles are seen by all',
    /"profiles"."public" AND/,
    replacing('("profiles"."public" AND', '(true AND'),
  ),
  fault(
    'group',
    'who has left a group still sees it',
    /^select .*"group_members"."left_at" is null/,
    replacing('"group_members"."left_at" is null', 'true'),
  ),
  fault(
    'library',
    'an update of a record is lost',
    /^insert into "library_records"/,
    replacing('"fields" = excluded.fields', '"fields" = "library_records"."fields"'),
  ),
  fault(
    'library',
    'a removed record stays',
    /^insert into "library_records"/,
    replacing('"removed_at" = excluded.removed_at', '"removed_at" = null'),
  ),
  fault(
    'library',
    'changes begin one place too early',
    /from "library_records" where .*"library_records"."seq" > /,
    replacing('"library_records"."seq" > ', '"library_records"."seq" >= '),
  ),
  fault('shared', 'a link opens once more than it may', /^update "share_links"/, text =>
    text
      .replace('"share_links"."views_left" > ', '"share_links"."views_left" >= ')
      .replace(/"views_left" = (.*?) - 1/, '"views_left" = greatest($1 - 1, 0)'),
  ),
  fault(
    'shared',
    'a revoked link still opens',
    /^delete from "share_links" where .*"share_links"."id"/,
    replacing('delete from "share_links"', 'update "share_links" set "views_left" = "views_left"'),
  ),
  fault('user', 'a page of a search has one person too many', /FROM "user_words" found/, text =>
    text.replace(/LIMIT (\$\d+) OFFSET/, 'LIMIT $1::int + 1 OFFSET'),
  ),
  fault('admin', 'every user is an administrator', /^select .* from "sessions" inner join "users"/, text =>
    text.replace('"users"."roles"', `ARRAY['Admin']::text[]`),
  ),
  fault(
    'auth',
    'a session that was ended goes on',
    /^select .* from "sessions" inner join "users"/,
    replacing('"sessions"."ended_at" is null', 'true'),
  ),
]
