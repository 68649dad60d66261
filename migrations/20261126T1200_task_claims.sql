-- Claims: time-limited holds of tasks by workers.

-- The row of a task stays when its claim ends, so that no generation is used twice.
CREATE TABLE task_claims (
  org_id uuid NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  generation integer NOT NULL,
  -- End of the claim by the clock of the database; null once it has ended, as are the columns below.
  until timestamptz(3),
  user_id uuid,
  claimed_by text,
  -- Null for a claim from a session.
  token_id text COLLATE "C",
  note text,
  -- Attributes that the claim changed, each with its previous and its new value.
  changed jsonb,
  PRIMARY KEY (org_id, task_id)
);
SELECT place_table('task_claims', 'org_id');
ALTER TABLE task_claims ADD FOREIGN KEY (org_id, task_id) REFERENCES tasks ON DELETE CASCADE;
CREATE INDEX task_claims_user ON task_claims (org_id, user_id) WHERE until IS NOT NULL;
-- Not led by org_id: a job ends the claims of all organizations.
CREATE INDEX task_claims_until ON task_claims (until) WHERE until IS NOT NULL;

-- Tasks of a project that can be claimed, in the default order of claims.
CREATE INDEX tasks_claimable ON tasks (org_id, project_id, priority_rank, task_id)
  WHERE deleted_at IS NULL AND status NOT IN ('completed', 'archived');

-- The claims of a revoked token end with it; a rotated token works until the end of its grace period.
CREATE FUNCTION end_claims_of_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE task_claims c SET until = least(c.until,
      CASE WHEN NEW.revoke_reason = 'rotated' THEN NEW.revoked_at ELSE clock_timestamp() END)
    WHERE c.org_id = NEW.org_id AND c.user_id = NEW.principal_user_id AND c.token_id = NEW.token_id
      AND c.until IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER end_claims AFTER UPDATE ON access_tokens FOR EACH ROW
  WHEN (NEW.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at)
  EXECUTE FUNCTION end_claims_of_token();

-- A user who leaves or is deactivated holds nothing.
CREATE FUNCTION end_claims_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE task_claims c SET until = least(c.until, clock_timestamp())
    WHERE c.org_id = NEW.org_id AND c.user_id = NEW.user_id AND c.until IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER end_claims AFTER UPDATE ON organization_members FOR EACH ROW
  WHEN ((OLD.is_active AND OLD.deleted_at IS NULL) AND NOT (NEW.is_active AND NEW.deleted_at IS NULL))
  EXECUTE FUNCTION end_claims_of_member();
