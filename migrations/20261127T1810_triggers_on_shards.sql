-- Triggers in statements that sharded tables accept: no subquery in VALUES, no volatile function in an update.

CREATE OR REPLACE FUNCTION record_spans() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz;
BEGIN
  IF NEW.status IS DISTINCT FROM OLD.status THEN
    SELECT max(s.left_at) INTO since FROM task_spans s
      WHERE s.org_id = NEW.org_id AND s.task_id = NEW.task_id AND s.what = 'status';
    INSERT INTO task_spans VALUES (NEW.org_id, NEW.task_id, 'status', OLD.status, coalesce(since, OLD.created_at),
      NEW.updated_at) ON CONFLICT DO NOTHING;
  END IF;
  IF NEW.sprint_id IS DISTINCT FROM OLD.sprint_id THEN
    SELECT max(s.left_at) INTO since FROM task_spans s
      WHERE s.org_id = NEW.org_id AND s.task_id = NEW.task_id AND s.what = 'sprint';
    INSERT INTO task_spans VALUES (NEW.org_id, NEW.task_id, 'sprint', OLD.sprint_id, coalesce(since, OLD.created_at),
      NEW.updated_at) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION end_claims_of_token() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ended timestamptz := CASE WHEN NEW.revoke_reason = 'rotated' THEN NEW.revoked_at ELSE clock_timestamp() END;
BEGIN
  UPDATE task_claims c SET until = least(c.until, ended)
    WHERE c.org_id = NEW.org_id AND c.user_id = NEW.principal_user_id AND c.token_id = NEW.token_id
      AND c.until IS NOT NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION end_claims_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ended timestamptz := clock_timestamp();
BEGIN
  UPDATE task_claims c SET until = least(c.until, ended)
    WHERE c.org_id = NEW.org_id AND c.user_id = NEW.user_id AND c.until IS NOT NULL;
  RETURN NULL;
END $$;
