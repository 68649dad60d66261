-- Sprints, milestones and goals that were deleted: when, and what was said of it.
ALTER TABLE sprints ADD COLUMN deleted_at timestamptz(3), ADD COLUMN delete_reason text;
ALTER TABLE milestones ADD COLUMN deleted_at timestamptz(3), ADD COLUMN delete_reason text;
ALTER TABLE goals ADD COLUMN deleted_at timestamptz(3), ADD COLUMN delete_reason text;
