-- Finds tasks by the ids that other indexes return, such as that of field values: reads one page instead of a path of a tree.
-- Hash indexes have one column. Task ids are random, and the condition on org_id is checked on the row.
CREATE INDEX tasks_by_id ON tasks USING hash (task_id);
