-- Sections of a project that mean a status, and the history of status, section and sprint of each task.

ALTER TABLE sections ADD status text, ADD color text, ADD wip_limit smallint;
-- True from the first section with a status: tasks of other projects need no lookup of sections.
ALTER TABLE projects ADD has_status_sections boolean NOT NULL DEFAULT false;

-- A row for each value that a task no longer has. The current value began at the end of the last row, or with the task.
CREATE TABLE task_spans (
  org_id uuid NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  what text COLLATE "C" NOT NULL CHECK (what IN ('status', 'section', 'sprint')),
  -- Null for no section or sprint.
  value text COLLATE "C",
  entered_at timestamptz(3) NOT NULL,
  left_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, task_id, what, left_at)
);
SELECT place_table('task_spans', 'org_id');
CREATE INDEX task_spans_sprint ON task_spans (org_id, value) WHERE what = 'sprint';

CREATE FUNCTION record_spans() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status IS DISTINCT FROM OLD.status THEN
    INSERT INTO task_spans VALUES (NEW.org_id, NEW.task_id, 'status', OLD.status, coalesce((SELECT max(s.left_at)
      FROM task_spans s WHERE s.org_id = NEW.org_id AND s.task_id = NEW.task_id AND s.what = 'status'), OLD.created_at),
      NEW.updated_at) ON CONFLICT DO NOTHING;
  END IF;
  IF NEW.sprint_id IS DISTINCT FROM OLD.sprint_id THEN
    INSERT INTO task_spans VALUES (NEW.org_id, NEW.task_id, 'sprint', OLD.sprint_id, coalesce((SELECT max(s.left_at)
      FROM task_spans s WHERE s.org_id = NEW.org_id AND s.task_id = NEW.task_id AND s.what = 'sprint'), OLD.created_at),
      NEW.updated_at) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER record_spans AFTER UPDATE ON tasks FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.sprint_id IS DISTINCT FROM NEW.sprint_id)
  EXECUTE FUNCTION record_spans();

-- Position up to which the spans of existing tasks were built from the event log; without a row, all are.
CREATE TABLE task_span_backfill (
  after_org uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  after_id text COLLATE "C" NOT NULL DEFAULT ''
);
INSERT INTO task_span_backfill SELECT WHERE EXISTS (SELECT FROM tasks);
