-- Counts of tasks, kept up to date by triggers, so that no read counts rows.

-- Tasks of a project and of its goals. A count is the sum of its rows: a change adds rows in its own transaction, which no
-- other change waits for, and a job replaces the rows by their sum.
CREATE TABLE task_counts (
  org_id uuid NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  -- '' for tasks under no goal.
  goal_id text COLLATE "C" NOT NULL,
  restricted boolean NOT NULL,
  total integer NOT NULL,
  completed integer NOT NULL,
  bugs integer NOT NULL,
  -- Tasks without a parent and not marked as subtask.
  tops integer NOT NULL,
  tops_completed integer NOT NULL,
  -- False for the sum of earlier rows.
  added boolean NOT NULL DEFAULT true
);
CREATE INDEX task_counts_project ON task_counts (org_id, project_id, goal_id);

ALTER TABLE task_counts SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

CREATE FUNCTION count_task() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was boolean := OLD.project_id IS NOT NULL AND OLD.deleted_at IS NULL;
  remains boolean := NEW.project_id IS NOT NULL AND NEW.deleted_at IS NULL;
  old_top integer := (OLD.parent_task_id IS NULL AND NOT OLD.is_subtask)::int;
  new_top integer := (NEW.parent_task_id IS NULL AND NOT NEW.is_subtask)::int;
  old_completed integer := (OLD.status = 'completed')::int;
  new_completed integer := (NEW.status = 'completed')::int;
BEGIN
  IF was AND remains AND (OLD.project_id, OLD.goal_id, OLD.restricted) IS NOT DISTINCT FROM
      (NEW.project_id, NEW.goal_id, NEW.restricted) THEN
    INSERT INTO task_counts VALUES (NEW.org_id, NEW.project_id, coalesce(NEW.goal_id, ''), NEW.restricted, 0,
      new_completed - old_completed, (NEW.task_type = 'bug')::int - (OLD.task_type = 'bug')::int,
      new_top - old_top, new_top * new_completed - old_top * old_completed);
    RETURN NULL;
  END IF;
  IF was THEN
    INSERT INTO task_counts VALUES (OLD.org_id, OLD.project_id, coalesce(OLD.goal_id, ''), OLD.restricted, -1,
      -old_completed, -(OLD.task_type = 'bug')::int, -old_top, -old_top * old_completed);
  END IF;
  IF remains THEN
    INSERT INTO task_counts VALUES (NEW.org_id, NEW.project_id, coalesce(NEW.goal_id, ''), NEW.restricted, 1,
      new_completed, (NEW.task_type = 'bug')::int, new_top, new_top * new_completed);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER count_made AFTER INSERT ON tasks FOR EACH ROW
  WHEN (NEW.project_id IS NOT NULL AND NEW.deleted_at IS NULL)
  EXECUTE FUNCTION count_task();
CREATE TRIGGER count_changed AFTER UPDATE ON tasks FOR EACH ROW
  WHEN ((OLD.project_id, OLD.goal_id, OLD.deleted_at IS NULL, OLD.restricted, OLD.status = 'completed',
      OLD.task_type = 'bug', OLD.parent_task_id IS NULL, OLD.is_subtask) IS DISTINCT FROM
    (NEW.project_id, NEW.goal_id, NEW.deleted_at IS NULL, NEW.restricted, NEW.status = 'completed',
      NEW.task_type = 'bug', NEW.parent_task_id IS NULL, NEW.is_subtask))
  EXECUTE FUNCTION count_task();
CREATE TRIGGER count_gone AFTER DELETE ON tasks FOR EACH ROW EXECUTE FUNCTION count_task();

CREATE FUNCTION counts_in(place text, project_id text, deleted_at timestamptz, restricted boolean) RETURNS boolean
  LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN deleted_at IS NOT NULL OR project_id IS DISTINCT FROM place THEN false
    WHEN restricted THEN NULL ELSE true END;

-- The task is locked until commit; from then on, its own trigger updates the row.
CREATE FUNCTION place_in_section() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT counts_in(NEW.scope_id, t.project_id, t.deleted_at, t.restricted) INTO NEW.counts
    FROM tasks t WHERE t.org_id = NEW.org_id AND t.task_id = NEW.task_id FOR SHARE;
  RETURN NEW;
END $$;
CREATE TRIGGER place_counted BEFORE INSERT ON task_sections FOR EACH ROW WHEN (NEW.scope_type = 'project')
  EXECUTE FUNCTION place_in_section();

CREATE FUNCTION place_at_stop() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT counts_in(s.project_id, t.project_id, t.deleted_at, t.restricted), t.status = 'completed'
    INTO NEW.counts, NEW.completed
    FROM tasks t JOIN stops s ON s.org_id = t.org_id AND s.stop_id = NEW.stop_id
    WHERE t.org_id = NEW.org_id AND t.task_id = NEW.task_id FOR SHARE OF t;
  RETURN NEW;
END $$;
CREATE TRIGGER place_counted BEFORE INSERT ON stop_tasks FOR EACH ROW EXECUTE FUNCTION place_at_stop();

-- Subtasks in projects whose parent is in another project or restricted: readers who cannot read the parent see them as
-- tasks. Complete, but rows may be stale; readers check them.
CREATE TABLE subtasks_apart (
  org_id uuid NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (org_id, task_id)
);

-- The parent is locked for the same reason.
CREATE FUNCTION come_under_parent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM tasks p WHERE p.org_id = NEW.org_id AND p.task_id = NEW.parent_task_id AND p.deleted_at IS NULL
    AND p.project_id = NEW.project_id AND NOT p.restricted FOR SHARE;
  IF NOT FOUND THEN
    INSERT INTO subtasks_apart VALUES (NEW.org_id, NEW.task_id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER come_under_parent AFTER INSERT ON tasks FOR EACH ROW
  WHEN (NEW.parent_task_id IS NOT NULL AND NEW.project_id IS NOT NULL)
  EXECUTE FUNCTION come_under_parent();
CREATE TRIGGER come_under_other_parent AFTER UPDATE ON tasks FOR EACH ROW
  WHEN (NEW.parent_task_id IS NOT NULL AND NEW.project_id IS NOT NULL AND (NEW.parent_task_id IS DISTINCT FROM OLD.parent_task_id
    OR NEW.project_id IS DISTINCT FROM OLD.project_id))
  EXECUTE FUNCTION come_under_parent();

CREATE FUNCTION count_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Most tasks are at no stop; EXISTS costs a fraction of an UPDATE.
  IF EXISTS (SELECT FROM stop_tasks f WHERE f.org_id = NEW.org_id AND f.task_id = NEW.task_id) THEN
    UPDATE stop_tasks f SET completed = NEW.status = 'completed',
        counts = counts_in(s.project_id, NEW.project_id, NEW.deleted_at, NEW.restricted)
      FROM stops s WHERE f.org_id = NEW.org_id AND f.task_id = NEW.task_id AND s.org_id = f.org_id
        AND s.stop_id = f.stop_id;
  END IF;
  IF (OLD.project_id, OLD.deleted_at IS NULL, OLD.restricted) IS NOT DISTINCT FROM
      (NEW.project_id, NEW.deleted_at IS NULL, NEW.restricted) THEN
    RETURN NULL;
  END IF;
  UPDATE task_sections l SET counts = counts_in(l.scope_id, NEW.project_id, NEW.deleted_at, NEW.restricted)
    WHERE l.org_id = NEW.org_id AND l.task_id = NEW.task_id AND l.scope_type = 'project'
      AND l.counts IS DISTINCT FROM counts_in(l.scope_id, NEW.project_id, NEW.deleted_at, NEW.restricted);
  INSERT INTO subtasks_apart SELECT c.org_id, c.task_id FROM tasks c
    WHERE c.org_id = NEW.org_id AND c.parent_task_id = NEW.task_id AND c.project_id IS NOT NULL
      AND (NEW.deleted_at IS NOT NULL OR NEW.restricted OR c.project_id IS DISTINCT FROM NEW.project_id)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER count_places AFTER UPDATE ON tasks FOR EACH ROW
  WHEN ((OLD.project_id, OLD.deleted_at IS NULL, OLD.restricted, OLD.status = 'completed') IS DISTINCT FROM
    (NEW.project_id, NEW.deleted_at IS NULL, NEW.restricted, NEW.status = 'completed'))
  EXECUTE FUNCTION count_places();

-- Recomputes all counts, for example after a load with triggers disabled. Blocks writes.
CREATE FUNCTION recount_tasks() RETURNS void LANGUAGE plpgsql SET work_mem = '64MB' AS $$
BEGIN
  LOCK TABLE tasks, task_sections, stop_tasks IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM task_counts;
  INSERT INTO task_counts
    SELECT org_id, project_id, coalesce(goal_id, ''), restricted, count(*),
      count(*) FILTER (WHERE status = 'completed'), count(*) FILTER (WHERE task_type = 'bug'),
      count(*) FILTER (WHERE parent_task_id IS NULL AND NOT is_subtask),
      count(*) FILTER (WHERE parent_task_id IS NULL AND NOT is_subtask AND status = 'completed'), false
    FROM tasks WHERE project_id IS NOT NULL AND deleted_at IS NULL GROUP BY 1, 2, 3, 4;
  UPDATE task_sections l SET counts = counts_in(l.scope_id, t.project_id, t.deleted_at, t.restricted)
    FROM tasks t WHERE t.org_id = l.org_id AND t.task_id = l.task_id AND l.scope_type = 'project'
      AND l.counts IS DISTINCT FROM counts_in(l.scope_id, t.project_id, t.deleted_at, t.restricted);
  UPDATE stop_tasks f SET completed = t.status = 'completed',
      counts = counts_in(s.project_id, t.project_id, t.deleted_at, t.restricted)
    FROM tasks t, stops s WHERE t.org_id = f.org_id AND t.task_id = f.task_id AND s.org_id = f.org_id
      AND s.stop_id = f.stop_id AND (f.completed, f.counts) IS DISTINCT FROM
        (t.status = 'completed', counts_in(s.project_id, t.project_id, t.deleted_at, t.restricted));
  DELETE FROM subtasks_apart;
  INSERT INTO subtasks_apart
    SELECT c.org_id, c.task_id FROM tasks c JOIN tasks p ON p.org_id = c.org_id AND p.task_id = c.parent_task_id
    WHERE c.project_id IS NOT NULL
      AND (p.deleted_at IS NOT NULL OR p.restricted OR p.project_id IS DISTINCT FROM c.project_id);
END $$;
