-- Restores of organizations that store files before their rows. A row whose restore has ended without deleting it names
-- files that nothing refers to.

CREATE TABLE pending_restores (
  org_id uuid PRIMARY KEY,
  file_ids text[] NOT NULL,
  created_at timestamptz(3) NOT NULL
);
