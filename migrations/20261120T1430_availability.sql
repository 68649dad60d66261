-- When people are away. An entry is the person's, and shows in every team they are in.
CREATE TABLE availability (
  org_id uuid NOT NULL,
  entry_id text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL,
  -- Both days included; no two entries of a person overlap.
  start_date date NOT NULL,
  end_date date NOT NULL CHECK (end_date >= start_date),
  note text,
  version integer NOT NULL DEFAULT 1,
  created_by text,
  updated_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, entry_id),
  FOREIGN KEY (org_id, user_id) REFERENCES organization_members
);
-- Of entries that do not overlap, those that reach into a window end in its order.
CREATE INDEX availability_person ON availability (org_id, user_id, end_date);
