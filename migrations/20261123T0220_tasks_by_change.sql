-- Tasks by the time of their last change: a sort of the task list, and what a client that has the rest asks for
-- (filter[updated_after]). Without it every task was read: 0.1 s at 100,000, ten times as long at a million. It takes 7 MB
-- and 2 s at 100,000 tasks, for which writes of tasks wait.
CREATE INDEX tasks_updated ON tasks (org_id, updated_at, task_id) WHERE deleted_at IS NULL;
