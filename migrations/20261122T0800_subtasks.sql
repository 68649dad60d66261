-- Whether a task with a parent is seen as a subtask depends on whether its reader sees the parent. The column says what
-- the task says of itself, and nothing of its parent.
UPDATE tasks SET is_subtask = false WHERE parent_task_id IS NOT NULL;
