-- Removals and replacements of values of custom fields, which a job makes.

CREATE TABLE field_value_changes (
  org_id uuid NOT NULL,
  field_id text COLLATE "C" NOT NULL,
  -- The option that is replaced; empty for all values of the field, which are removed.
  option text COLLATE "C" NOT NULL,
  replace_by text COLLATE "C",
  requested_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, field_id, option)
);
SELECT place_table('field_value_changes', 'org_id');
ALTER TABLE field_value_changes ADD FOREIGN KEY (org_id, field_id) REFERENCES task_fields;
