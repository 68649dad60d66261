-- Sample of the values of a field by the random end of task ids, as of search texts: shows which values are frequent.
CREATE INDEX task_field_values_sample ON task_field_values (org_id, field_id, sort_key) WHERE right(task_id, 3) < '00G';
-- Rebuilds the hash index with room in its pages, so that a lookup reads no overflow page.
DROP INDEX tasks_by_id;
CREATE INDEX tasks_by_id ON tasks USING hash (task_id) WITH (fillfactor = 50);
