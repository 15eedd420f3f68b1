import { owned } from './owned.js'

// What people share with each other: shares of library records, links to them, reports, groups and homework.
export const sharing = {
  id: '0014-sharing',
  sql: `
-- A record of the owner's library that others may see, as it is now. It can go while it is shared.
CREATE TABLE shares (
  tenant text NOT NULL,
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('song', 'tuning', 'shape', 'setlist')),
  record_id text NOT NULL,
  audience text NOT NULL CHECK (audience IN ('private', 'people', 'public')),
  shared_at timestamptz NOT NULL,
  -- By an administrator; kept, so that it is not shared again.
  removed_at timestamptz,
  PRIMARY KEY (tenant, id),
  UNIQUE (tenant, owner_id, kind, record_id),
  FOREIGN KEY (tenant, owner_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX shares_order ON shares (tenant, shared_at DESC);

CREATE TABLE share_people (
  tenant text NOT NULL,
  share_id uuid NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (tenant, share_id, user_id),
  FOREIGN KEY (tenant, share_id) REFERENCES shares ON DELETE CASCADE,
  FOREIGN KEY (tenant, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX share_people_user ON share_people (tenant, user_id);

CREATE TABLE share_links (
  tenant text NOT NULL,
  id uuid NOT NULL,
  share_id uuid NOT NULL,
  token_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  views_left integer CHECK (views_left >= 0),
  PRIMARY KEY (tenant, id),
  UNIQUE (tenant, token_hash),
  FOREIGN KEY (tenant, share_id) REFERENCES shares ON DELETE CASCADE
);
CREATE INDEX share_links_share ON share_links (tenant, share_id);
CREATE INDEX share_links_end ON share_links (tenant, expires_at);

CREATE TABLE share_reports (
  tenant text NOT NULL,
  id uuid NOT NULL,
  share_id uuid NOT NULL,
  -- Empty where a visitor without an account reports what a link leads to.
  reporter_id uuid,
  reason text NOT NULL,
  note text NOT NULL,
  at timestamptz NOT NULL,
  closed_at timestamptz,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, share_id) REFERENCES shares ON DELETE CASCADE,
  FOREIGN KEY (tenant, reporter_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX share_reports_share ON share_reports (tenant, share_id);
CREATE INDEX share_reports_open ON share_reports (tenant, at) WHERE closed_at IS NULL;

CREATE TABLE study_groups (
  tenant text NOT NULL,
  id uuid NOT NULL,
  teacher_id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, teacher_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX study_groups_teacher ON study_groups (tenant, teacher_id);

CREATE TABLE group_members (
  tenant text NOT NULL,
  group_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Who has left is not added again by the teacher.
  left_at timestamptz,
  PRIMARY KEY (tenant, group_id, user_id),
  FOREIGN KEY (tenant, group_id) REFERENCES study_groups ON DELETE CASCADE,
  FOREIGN KEY (tenant, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX group_members_user ON group_members (tenant, user_id);

CREATE TABLE assignments (
  tenant text NOT NULL,
  id uuid NOT NULL,
  teacher_id uuid NOT NULL,
  group_id uuid,
  record_id text NOT NULL,
  title text NOT NULL,
  from_bar integer,
  to_bar integer,
  tempo integer NOT NULL,
  looping boolean NOT NULL,
  note text NOT NULL,
  given_at timestamptz NOT NULL,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, teacher_id) REFERENCES users ON DELETE CASCADE,
  FOREIGN KEY (tenant, group_id) REFERENCES study_groups ON DELETE SET NULL (group_id)
);
CREATE INDEX assignments_teacher ON assignments (tenant, teacher_id, given_at DESC);
CREATE INDEX assignments_group ON assignments (tenant, group_id);

CREATE TABLE assignment_students (
  tenant text NOT NULL,
  assignment_id uuid NOT NULL,
  user_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('given', 'accepted', 'declined', 'left')),
  sends_takes boolean NOT NULL,
  PRIMARY KEY (tenant, assignment_id, user_id),
  FOREIGN KEY (tenant, assignment_id) REFERENCES assignments ON DELETE CASCADE,
  FOREIGN KEY (tenant, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX assignment_students_user ON assignment_students (tenant, user_id);

CREATE TABLE assignment_takes (
  tenant text NOT NULL,
  assignment_id uuid NOT NULL,
  user_id uuid NOT NULL,
  id text NOT NULL,
  at timestamptz NOT NULL,
  result jsonb NOT NULL,
  PRIMARY KEY (tenant, assignment_id, user_id, id),
  FOREIGN KEY (tenant, assignment_id, user_id) REFERENCES assignment_students ON DELETE CASCADE
);

CREATE TABLE assignment_comments (
  tenant text NOT NULL,
  id uuid NOT NULL,
  assignment_id uuid NOT NULL,
  student_id uuid NOT NULL,
  author_id uuid NOT NULL,
  bar integer,
  text text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, assignment_id, student_id) REFERENCES assignment_students ON DELETE CASCADE,
  FOREIGN KEY (tenant, author_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX assignment_comments_of ON assignment_comments (tenant, assignment_id, student_id, at);

${owned('shares', 'share_people', 'share_links', 'share_reports', 'study_groups', 'group_members', 'assignments', 'assignment_students', 'assignment_takes', 'assignment_comments')}
`,
} as const
