// Homework has a due date, a track and several songs. Takes are sent with their notes; news are mailed once until they are seen.
export const homeworkNews = {
  id: '0025-homework-news',
  sql: `
ALTER TABLE profiles ADD COLUMN homework_mail boolean NOT NULL DEFAULT true;
ALTER TABLE assignments
  ADD COLUMN due date,
  ADD COLUMN track integer,
  ADD COLUMN setlist jsonb NOT NULL DEFAULT '[]';
ALTER TABLE assignment_students
  ADD COLUMN new_for_student boolean NOT NULL DEFAULT false,
  ADD COLUMN new_for_teacher boolean NOT NULL DEFAULT false;
ALTER TABLE assignment_takes ADD COLUMN midi text;
`,
} as const
