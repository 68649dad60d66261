-- A comment that goes for good is looked for among the parents of others.
CREATE INDEX task_comments_parent ON task_comments (org_id, parent_id) WHERE parent_id IS NOT NULL;
