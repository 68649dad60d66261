-- Values of custom fields. The column of the task is authoritative; the table indexes it for filters and sorting.

ALTER TABLE tasks ADD COLUMN custom jsonb NOT NULL DEFAULT '{}';

CREATE TABLE task_field_values (
  org_id uuid NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  field_id text COLLATE "C" NOT NULL,
  -- Position in a value with several items; the item at 0 sorts the task.
  ord smallint NOT NULL,
  -- Sorts bytewise as the type does; options sort by their order in the field.
  sort_key text COLLATE "C" NOT NULL,
  -- Folded text, to search for a part of it.
  folded text,
  PRIMARY KEY (org_id, task_id, field_id, ord)
);
SELECT place_table('task_field_values', 'org_id');
ALTER TABLE task_field_values ADD FOREIGN KEY (org_id, task_id) REFERENCES tasks ON DELETE CASCADE;
CREATE INDEX task_field_values_sort ON task_field_values (org_id, field_id, sort_key, task_id, ord);
