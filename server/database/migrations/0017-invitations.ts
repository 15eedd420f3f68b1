import { inEachTenant } from './owned.js'

// Homework is an invitation until its student accepts it. Lists read counters and short takes, in the order they show.
export const invitations = {
  id: '0017-invitations',
  sql: `
ALTER TABLE profiles ADD COLUMN inviters text NOT NULL DEFAULT 'following'
  CHECK (inviters IN ('following', 'teachers', 'nobody'));
-- Ended by its teacher, but kept until administrators have decided about a report.
ALTER TABLE assignments ADD COLUMN ended_at timestamptz;
ALTER TABLE assignment_students
  ADD COLUMN given_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN takes integer NOT NULL DEFAULT 0,
  ADD COLUMN best double precision,
  ADD COLUMN last_take_at timestamptz;
-- For cursors: ids of takes are the devices' own.
ALTER TABLE assignment_takes ADD COLUMN row_id uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE share_reports
  ALTER COLUMN share_id DROP NOT NULL,
  ADD COLUMN assignment_id uuid,
  ADD CONSTRAINT share_reports_about CHECK (num_nonnulls(share_id, assignment_id) = 1),
  ADD FOREIGN KEY (tenant, assignment_id) REFERENCES assignments ON DELETE CASCADE;
${inEachTenant(`UPDATE assignment_students AS student SET given_at = assignments.given_at
      FROM assignments WHERE assignments.tenant = student.tenant AND assignments.id = student.assignment_id;
    UPDATE assignment_students AS student SET takes = made.takes, best = made.best, last_take_at = made.last_at
      FROM (SELECT tenant, assignment_id, user_id, count(*) AS takes, max(at) AS last_at,
          max((result->>'accuracy')::float8) FILTER (WHERE (result->>'complete')::boolean) AS best
        FROM assignment_takes GROUP BY tenant, assignment_id, user_id) AS made
      WHERE made.tenant = student.tenant AND made.assignment_id = student.assignment_id
        AND made.user_id = student.user_id;
    UPDATE assignment_takes SET result = jsonb_set(result, '{byBar}', coalesce(
      (SELECT jsonb_agg(bar ORDER BY share, place) FROM (
        SELECT bar, place, (bar->>'right')::float8 / (bar->>'written')::float8 AS share
        FROM jsonb_array_elements(result->'byBar') WITH ORDINALITY AS each(bar, place)
        WHERE (bar->>'right')::int < (bar->>'written')::int ORDER BY share, place LIMIT 8) AS hardest), '[]'));`)}
CREATE INDEX share_reports_assignment ON share_reports (tenant, assignment_id);
CREATE INDEX assignment_students_order ON assignment_students (tenant, user_id, given_at DESC, assignment_id DESC);
DROP INDEX assignment_students_user;
CREATE INDEX assignments_order ON assignments (tenant, teacher_id, given_at DESC, id DESC);
DROP INDEX assignments_teacher;
CREATE INDEX assignment_takes_order ON assignment_takes (tenant, assignment_id, at DESC, row_id DESC);
CREATE INDEX assignment_comments_order ON assignment_comments (tenant, assignment_id, at DESC, id DESC);
`,
} as const
