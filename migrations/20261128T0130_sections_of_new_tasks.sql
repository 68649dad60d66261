-- A transaction that has created a task knows whether it counts, and need not lock it.
CREATE OR REPLACE FUNCTION place_in_section() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.counts IS NULL THEN
    SELECT counts_in(NEW.scope_id, t.project_id, t.deleted_at, t.restricted) INTO NEW.counts
      FROM tasks t WHERE t.org_id = NEW.org_id AND t.task_id = NEW.task_id FOR SHARE;
  END IF;
  RETURN NEW;
END $$;
