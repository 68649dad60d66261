CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;

COMMENT ON EXTENSION btree_gin IS 'support for indexing common datatypes in GIN';

CREATE FUNCTION public.come_under_parent() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM FROM tasks p WHERE p.org_id = NEW.org_id AND p.task_id = NEW.parent_task_id AND p.deleted_at IS NULL
    AND p.project_id = NEW.project_id AND NOT p.restricted FOR SHARE;
  IF NOT FOUND THEN
    INSERT INTO subtasks_apart VALUES (NEW.org_id, NEW.task_id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION public.count_numbers() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO project_numbers (org_id, project_id) VALUES (NEW.org_id, NEW.project_id);
  RETURN NULL;
END $$;

CREATE FUNCTION public.count_places() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.count_task() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.counts_in(place text, project_id text, deleted_at timestamp with time zone, restricted boolean) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    RETURN CASE WHEN ((deleted_at IS NOT NULL) OR (project_id IS DISTINCT FROM place)) THEN false WHEN restricted THEN NULL::boolean ELSE true END;

CREATE FUNCTION public.end_claims_of_member() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  ended timestamptz := clock_timestamp();
BEGIN
  UPDATE task_claims c SET until = least(c.until, ended)
    WHERE c.org_id = NEW.org_id AND c.user_id = NEW.user_id AND c.until IS NOT NULL;
  RETURN NULL;
END $$;

CREATE FUNCTION public.end_claims_of_token() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  ended timestamptz := CASE WHEN NEW.revoke_reason = 'rotated' THEN NEW.revoked_at ELSE clock_timestamp() END;
BEGIN
  UPDATE task_claims c SET until = least(c.until, ended)
    WHERE c.org_id = NEW.org_id AND c.user_id = NEW.principal_user_id AND c.token_id = NEW.token_id
      AND c.until IS NOT NULL;
  RETURN NULL;
END $$;

CREATE FUNCTION public.look_at_reminders() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE task_reminders SET look_at = '-infinity'
  WHERE org_id = NEW.org_id AND task_id = NEW.task_id AND status = 'pending' AND days_before IS NOT NULL;
  RETURN NULL;
END $$;

CREATE FUNCTION public.note_organizations() RETURNS void
    LANGUAGE sql
    AS $$
  INSERT INTO user_organizations SELECT user_id, org_id FROM organization_members ON CONFLICT DO NOTHING;
  INSERT INTO token_organizations SELECT token_hash, org_id FROM access_tokens ON CONFLICT DO NOTHING;
$$;

CREATE FUNCTION public.number_task() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  NEW.number := NULL;
  IF NEW.project_id IS NULL THEN
    RETURN NEW;
  END IF;
  SELECT k.number INTO NEW.number FROM task_keys k
    WHERE k.org_id = NEW.org_id AND k.task_id = NEW.task_id AND k.project_id = NEW.project_id;
  IF NOT FOUND THEN
    UPDATE project_numbers n SET last = n.last + 1 WHERE n.org_id = NEW.org_id AND n.project_id = NEW.project_id
      RETURNING n.last INTO STRICT NEW.number;
    INSERT INTO task_keys (org_id, project_id, number, task_id)
      VALUES (NEW.org_id, NEW.project_id, NEW.number, NEW.task_id);
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.place_at_stop() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  SELECT counts_in(s.project_id, t.project_id, t.deleted_at, t.restricted), t.status = 'completed'
    INTO NEW.counts, NEW.completed
    FROM tasks t JOIN stops s ON s.org_id = t.org_id AND s.stop_id = NEW.stop_id
    WHERE t.org_id = NEW.org_id AND t.task_id = NEW.task_id FOR SHARE OF t;
  RETURN NEW;
END $$;

CREATE FUNCTION public.place_in_section() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NEW.counts IS NULL THEN
    SELECT counts_in(NEW.scope_id, t.project_id, t.deleted_at, t.restricted) INTO NEW.counts
      FROM tasks t WHERE t.org_id = NEW.org_id AND t.task_id = NEW.task_id FOR SHARE;
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.place_table(name regclass, by_column text) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
END $$;

CREATE FUNCTION public.prefix_project() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
DECLARE
  letters text := regexp_replace(normalize(NEW.name, NFKD), '[\u0300-\u036f''’]', '', 'g');
  words text[];
  base text;
  tries integer := 0;
BEGIN
  letters := upper(replace(replace(replace(letters, 'ß', 'ss'), 'ø', 'o'), 'ł', 'l') COLLATE "C");
  letters := regexp_replace(replace(replace(letters, 'Ø', 'O'), 'Ł', 'L'), '[^A-Z0-9]+', ' ', 'g');
  words := string_to_array(btrim(letters), ' ');
  SELECT string_agg(left(word, 1), '' ORDER BY place) INTO base FROM unnest(words) WITH ORDINALITY w (word, place);
  base := left(regexp_replace(base, '^[0-9]+', ''), 5);
  IF length(base) < 2 OR base IS NULL THEN
    base := left(regexp_replace(replace(letters, ' ', ''), '^[0-9]+', ''), 4);
  END IF;
  IF length(base) < 2 THEN
    base := 'P';
    tries := 1;
  END IF;
  IF EXISTS (SELECT FROM project_prefixes x WHERE x.org_id = NEW.org_id AND x.prefix = base) THEN
    tries := 2;
  END IF;
  IF tries > 0 THEN
    SELECT greatest(tries, max(substr(x.prefix, length(base) + 1)::integer) + 1) INTO tries FROM project_prefixes x
      WHERE x.org_id = NEW.org_id AND x.prefix ~ ('^' || base || '[1-9][0-9]{0,3}$');
  END IF;
  LOOP
    NEW.prefix := base || CASE WHEN tries = 0 THEN '' ELSE tries::text END;
    INSERT INTO project_prefixes (org_id, prefix, project_id) VALUES (NEW.org_id, NEW.prefix, NEW.project_id)
      ON CONFLICT DO NOTHING;
    EXIT WHEN FOUND;
    tries := greatest(tries + 1, 2);
  END LOOP;
  RETURN NEW;
END $_$;

CREATE FUNCTION public.record_spans() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.recount_tasks() RETURNS void
    LANGUAGE plpgsql
    SET work_mem TO '64MB'
    AS $$
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

CREATE FUNCTION public.renew_catalog() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO organization_catalogs AS c (org_id, version) VALUES (NEW.org_id, gen_random_uuid())
    ON CONFLICT (org_id) DO UPDATE SET version = excluded.version;
  RETURN NULL;
END $$;

CREATE TABLE public.access_tokens (
    org_id uuid NOT NULL,
    token_id text NOT NULL COLLATE pg_catalog."C",
    token_hash bytea NOT NULL,
    token_prefix text NOT NULL,
    principal_user_id uuid NOT NULL,
    created_by uuid NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    grant_type text NOT NULL,
    scopes text[] NOT NULL,
    project_ids text[],
    expires_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    use_count bigint DEFAULT 0 NOT NULL,
    revoked_at timestamp(3) with time zone,
    revoked_by text,
    revoke_reason text,
    rotated_from text,
    client_id text COLLATE pg_catalog."C",
    grant_id text COLLATE pg_catalog."C",
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    audiences text[],
    CONSTRAINT access_tokens_audiences_check CHECK (((audiences <@ ARRAY['api'::text, 'mcp'::text]) AND (cardinality(audiences) > 0))),
    CONSTRAINT access_tokens_grant_type_check CHECK ((grant_type = ANY (ARRAY['personal'::text, 'service_account'::text, 'authorization_code'::text]))),
    CONSTRAINT access_tokens_kind_check CHECK ((kind = ANY (ARRAY['live'::text, 'test'::text])))
);

CREATE TABLE public.account_credentials (
    account_id uuid NOT NULL,
    credential_id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    secret text,
    counter bigint,
    name text,
    transports text[],
    confirmed_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT account_credentials_kind_check CHECK ((kind = ANY (ARRAY['password'::text, 'totp'::text, 'recovery_code'::text, 'passkey'::text])))
);

CREATE TABLE public.account_links (
    link_hash bytea NOT NULL,
    kind text NOT NULL,
    account_id uuid,
    email text,
    org_id uuid,
    invite_id text COLLATE pg_catalog."C",
    mailed boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT account_links_kind_check CHECK ((kind = ANY (ARRAY['setup'::text, 'reset'::text, 'sign_in'::text, 'invitation'::text, 'join'::text, 'passkey'::text])))
);

CREATE TABLE public.accounts (
    account_id uuid NOT NULL,
    user_id uuid NOT NULL,
    email text NOT NULL,
    email_key text NOT NULL COLLATE pg_catalog."C",
    email_verified boolean NOT NULL,
    auth_epoch integer DEFAULT 1 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    disabled_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.availability (
    org_id uuid NOT NULL,
    entry_id text NOT NULL COLLATE pg_catalog."C",
    user_id uuid NOT NULL,
    start_date date NOT NULL,
    end_date date NOT NULL,
    note text,
    version integer DEFAULT 1 NOT NULL,
    created_by text,
    updated_by text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT availability_check CHECK ((end_date >= start_date))
);

CREATE TABLE public.browser_sessions (
    session_hash bytea NOT NULL,
    user_id uuid NOT NULL,
    signed_in_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    session_id text NOT NULL,
    authenticated_at timestamp(3) with time zone,
    last_seen_at timestamp(3) with time zone NOT NULL,
    ip text,
    user_agent text,
    id_token text,
    provider_sid text,
    provider_sub text,
    lacks_second_factor boolean DEFAULT false NOT NULL
);

CREATE TABLE public.designation_visibility (
    org_id uuid NOT NULL,
    designation_id text NOT NULL COLLATE pg_catalog."C",
    hidden boolean DEFAULT false NOT NULL,
    pinned boolean DEFAULT false NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    updated_by text,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.designations (
    org_id uuid NOT NULL,
    designation_id text NOT NULL COLLATE pg_catalog."C",
    label text NOT NULL,
    label_key text NOT NULL COLLATE pg_catalog."C",
    slug text,
    category text DEFAULT 'Custom'::text NOT NULL,
    aliases text[] DEFAULT '{}'::text[] NOT NULL,
    legacy_value text,
    is_system boolean DEFAULT false NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    sort_order integer,
    metadata jsonb,
    version integer DEFAULT 1 NOT NULL,
    created_by text,
    updated_by text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    category_key text DEFAULT 'custom'::text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.event_followers (
    name text NOT NULL,
    lineage smallint NOT NULL,
    tx xid8 NOT NULL,
    ord integer NOT NULL,
    event_id text NOT NULL COLLATE pg_catalog."C",
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.events (
    org_id uuid NOT NULL,
    event_id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    resource_type text NOT NULL,
    resource_id text NOT NULL COLLATE pg_catalog."C",
    part_id text COLLATE pg_catalog."C",
    project_id text COLLATE pg_catalog."C",
    from_project_id text COLLATE pg_catalog."C",
    actor_kind text NOT NULL,
    actor_user_id uuid,
    actor_username text,
    token_id text COLLATE pg_catalog."C",
    before jsonb,
    after jsonb,
    ip text,
    user_agent text,
    request_id text COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone NOT NULL,
    cause text,
    tx xid8 DEFAULT pg_current_xact_id() NOT NULL,
    ord integer DEFAULT 0 NOT NULL,
    lineage smallint DEFAULT 1 NOT NULL
);

COMMENT ON COLUMN public.events.part_id IS 'Comment or attachment of the task, or other task of a link; team or project of a deleted section; user of a membership; reminder.';

COMMENT ON COLUMN public.events.ord IS 'Position among the events of the transaction.';

COMMENT ON COLUMN public.events.lineage IS 'Number of restores into another cluster, which start transaction ids over; 0 for restored history.';

CREATE TABLE public.exports (
    org_id uuid NOT NULL,
    export_id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    project_id text COLLATE pg_catalog."C",
    user_id uuid NOT NULL,
    phase text NOT NULL,
    counts jsonb DEFAULT '{}'::jsonb NOT NULL,
    error text,
    file_id text COLLATE pg_catalog."C",
    leased_until timestamp(3) with time zone,
    attempts smallint DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_by text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT exports_kind_check CHECK ((kind = ANY (ARRAY['organization'::text, 'project'::text, 'user'::text]))),
    CONSTRAINT exports_phase_check CHECK ((phase = ANY (ARRAY['waiting'::text, 'writing'::text, 'finished'::text, 'failed'::text])))
);

CREATE TABLE public.external_refs (
    org_id uuid NOT NULL,
    resource_type text NOT NULL COLLATE pg_catalog."C",
    source text NOT NULL COLLATE pg_catalog."C",
    external_id text NOT NULL COLLATE pg_catalog."C",
    resource_id text NOT NULL COLLATE pg_catalog."C",
    fingerprint text,
    resource_version integer,
    import_id text COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.field_value_changes (
    org_id uuid NOT NULL,
    field_id text NOT NULL COLLATE pg_catalog."C",
    option text NOT NULL COLLATE pg_catalog."C",
    replace_by text COLLATE pg_catalog."C",
    requested_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.files (
    org_id uuid NOT NULL,
    file_id text NOT NULL COLLATE pg_catalog."C",
    size bigint NOT NULL,
    digest text NOT NULL,
    media_type text NOT NULL,
    state text NOT NULL,
    changed_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT files_state_check CHECK ((state = ANY (ARRAY['arriving'::text, 'kept'::text, 'leaving'::text])))
);

CREATE TABLE public.goals (
    org_id uuid NOT NULL,
    goal_id text NOT NULL COLLATE pg_catalog."C",
    project_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    description text,
    target_date date,
    "position" integer DEFAULT 0 NOT NULL,
    status text DEFAULT 'open'::text NOT NULL,
    closed_at timestamp(3) with time zone,
    closed_by text,
    converted_from_task_id text COLLATE pg_catalog."C",
    is_active boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_by text,
    updated_by text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    delete_reason text,
    CONSTRAINT goals_status_check CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text])))
);

CREATE TABLE public.idempotency_keys (
    principal uuid NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    fingerprint text NOT NULL,
    status smallint NOT NULL,
    headers jsonb NOT NULL,
    body text NOT NULL,
    sealed boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.identities (
    issuer text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL COLLATE pg_catalog."C",
    user_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.import_reports (
    org_id uuid NOT NULL,
    import_id text NOT NULL COLLATE pg_catalog."C",
    entry integer NOT NULL,
    outcome text NOT NULL,
    kind text NOT NULL,
    line integer,
    external_id text,
    field text,
    value text,
    reason text NOT NULL
);

CREATE TABLE public.imports (
    org_id uuid NOT NULL,
    import_id text NOT NULL COLLATE pg_catalog."C",
    source text NOT NULL,
    file_name text NOT NULL,
    project_id text COLLATE pg_catalog."C",
    dry_run boolean NOT NULL,
    options jsonb NOT NULL,
    phase text NOT NULL,
    upload_file_id text COLLATE pg_catalog."C",
    data_file_id text COLLATE pg_catalog."C",
    state jsonb DEFAULT '{}'::jsonb NOT NULL,
    counts jsonb DEFAULT '{}'::jsonb NOT NULL,
    notes jsonb DEFAULT '[]'::jsonb NOT NULL,
    error text,
    reported integer DEFAULT 0 NOT NULL,
    leased_until timestamp(3) with time zone,
    version integer DEFAULT 1 NOT NULL,
    user_id uuid NOT NULL,
    created_by text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT imports_phase_check CHECK ((phase = ANY (ARRAY['reading'::text, 'checking'::text, 'writing'::text, 'undoing'::text, 'finished'::text, 'failed'::text, 'undone'::text])))
);

CREATE TABLE public.invitation_stops (
    email_key text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.journey_stops (
    org_id uuid NOT NULL,
    journey_id text NOT NULL COLLATE pg_catalog."C",
    stop_id text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL
);

CREATE TABLE public.journeys (
    org_id uuid NOT NULL,
    journey_id text NOT NULL COLLATE pg_catalog."C",
    project_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    color text NOT NULL,
    "position" integer NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_by text,
    updated_by text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.logout_tokens (
    jti_hash bytea NOT NULL,
    token_hash bytea NOT NULL,
    uses integer DEFAULT 1 NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.milestones (
    org_id uuid NOT NULL,
    milestone_id text NOT NULL COLLATE pg_catalog."C",
    team_id text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL,
    title_key text NOT NULL COLLATE pg_catalog."C",
    description text,
    target_date date NOT NULL,
    owner_user_id uuid,
    status text DEFAULT 'open'::text NOT NULL,
    closed_at timestamp(3) with time zone,
    closed_by text,
    is_active boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_by text,
    updated_by text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    delete_reason text,
    stop_id text COLLATE pg_catalog."C",
    CONSTRAINT milestones_status_check CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text])))
);

CREATE TABLE public.notification_causes (
    org_id uuid NOT NULL,
    user_id uuid NOT NULL,
    event_id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    notification_id text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.notification_days (
    user_id uuid NOT NULL,
    day date NOT NULL
);

CREATE TABLE public.notification_digests (
    user_id uuid NOT NULL,
    due_at timestamp(3) with time zone,
    since timestamp(3) with time zone NOT NULL,
    day date,
    upto timestamp(3) with time zone,
    attempts smallint DEFAULT 0 NOT NULL,
    recent_mails timestamp(3) with time zone[] DEFAULT '{}'::timestamp with time zone[] NOT NULL
);

CREATE TABLE public.notification_mails (
    org_id uuid NOT NULL,
    notification_id text NOT NULL COLLATE pg_catalog."C",
    way text NOT NULL,
    user_id uuid NOT NULL,
    cause_ids text[] NOT NULL,
    due_at timestamp(3) with time zone,
    attempts smallint DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT notification_mails_check CHECK (((way = 'now'::text) = (due_at IS NOT NULL))),
    CONSTRAINT notification_mails_way_check CHECK ((way = ANY (ARRAY['now'::text, 'daily'::text])))
);

CREATE TABLE public.notification_preferences (
    user_id uuid NOT NULL,
    time_zone text NOT NULL,
    digest_hour smallint NOT NULL,
    quiet_from time(0) without time zone,
    quiet_to time(0) without time zone,
    kinds jsonb DEFAULT '{}'::jsonb NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    zone_chosen boolean DEFAULT false NOT NULL,
    locale text,
    theme text,
    display jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT notification_preferences_check CHECK (((quiet_from IS NULL) = (quiet_to IS NULL))),
    CONSTRAINT notification_preferences_digest_hour_check CHECK (((digest_hour >= 0) AND (digest_hour <= 23)))
);

CREATE TABLE public.notifications (
    org_id uuid NOT NULL,
    notification_id text NOT NULL COLLATE pg_catalog."C",
    user_id uuid NOT NULL,
    kind text NOT NULL,
    resource_type text NOT NULL,
    resource_id text NOT NULL COLLATE pg_catalog."C",
    task_id text COLLATE pg_catalog."C",
    project_id text COLLATE pg_catalog."C",
    team_id text COLLATE pg_catalog."C",
    title text,
    causes jsonb NOT NULL,
    cause_count integer DEFAULT 1 NOT NULL,
    on_page boolean DEFAULT true NOT NULL,
    read_at timestamp(3) with time zone,
    done_at timestamp(3) with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT notifications_check CHECK (((done_at IS NULL) OR (read_at IS NOT NULL)))
);

CREATE TABLE public.oauth_clients (
    org_id uuid NOT NULL,
    client_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    logo_url text,
    homepage_url text,
    privacy_url text,
    redirect_uris text[] NOT NULL,
    client_type text NOT NULL,
    allowed_scopes text[] NOT NULL,
    registration text DEFAULT 'developer'::text NOT NULL,
    review_state text DEFAULT 'private'::text NOT NULL,
    secret_hash bytea,
    secret_rotated_at timestamp(3) with time zone,
    previous_secret_hash bytea,
    previous_secret_expires_at timestamp(3) with time zone,
    use_count bigint DEFAULT 0 NOT NULL,
    last_used_at timestamp(3) with time zone,
    created_by text,
    revoked_at timestamp(3) with time zone,
    revoked_by text,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    device_flow boolean DEFAULT false NOT NULL,
    metadata_url text COLLATE pg_catalog."C",
    metadata_expires_at timestamp(3) with time zone,
    CONSTRAINT oauth_clients_check CHECK (((client_type = 'confidential'::text) = (secret_hash IS NOT NULL))),
    CONSTRAINT oauth_clients_check1 CHECK (((metadata_url IS NULL) = (metadata_expires_at IS NULL))),
    CONSTRAINT oauth_clients_client_type_check CHECK ((client_type = ANY (ARRAY['confidential'::text, 'public'::text]))),
    CONSTRAINT oauth_clients_registration_check CHECK ((registration = ANY (ARRAY['developer'::text, 'dynamic'::text, 'built_in'::text]))),
    CONSTRAINT oauth_clients_review_state_check CHECK ((review_state = ANY (ARRAY['private'::text, 'listed'::text])))
);

CREATE TABLE public.oauth_credentials (
    credential_hash bytea NOT NULL,
    kind text NOT NULL,
    grant_id text NOT NULL COLLATE pg_catalog."C",
    payload jsonb NOT NULL,
    consumed_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    org_id uuid,
    CONSTRAINT oauth_credentials_kind_check CHECK ((kind = ANY (ARRAY['code'::text, 'refresh_token'::text, 'device_code'::text])))
);

CREATE TABLE public.oauth_device_codes (
    device_hash bytea NOT NULL,
    user_code_hash bytea NOT NULL,
    client_id text NOT NULL COLLATE pg_catalog."C",
    scope text NOT NULL,
    resources text[] NOT NULL,
    ip text,
    user_agent text,
    poll_seconds integer NOT NULL,
    polled_at timestamp(3) with time zone,
    decided_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.oauth_grants (
    org_id uuid NOT NULL,
    grant_id text NOT NULL COLLATE pg_catalog."C",
    client_id text NOT NULL COLLATE pg_catalog."C",
    user_id uuid NOT NULL,
    scopes text[] NOT NULL,
    project_ids text[],
    connected_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone,
    revoked_by text,
    revoke_reason text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    audiences text[] DEFAULT '{api}'::text[] NOT NULL,
    CONSTRAINT oauth_grants_audiences_check CHECK (((audiences <@ ARRAY['api'::text, 'mcp'::text]) AND (cardinality(audiences) > 0)))
);

CREATE TABLE public.oauth_replays (
    credential_hash bytea NOT NULL,
    response text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.oauth_requests (
    request_hash bytea NOT NULL,
    payload jsonb NOT NULL,
    decided_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.organization_catalogs (
    org_id uuid NOT NULL,
    version uuid NOT NULL
);

CREATE TABLE public.organization_domains (
    org_id uuid NOT NULL,
    domain text NOT NULL COLLATE pg_catalog."C",
    mailbox text NOT NULL,
    code_hash bytea,
    code_expires_at timestamp(3) with time zone,
    mail_due_at timestamp(3) with time zone,
    mail_attempts integer DEFAULT 0 NOT NULL,
    requested_at timestamp(3) with time zone[] DEFAULT '{}'::timestamp with time zone[] NOT NULL,
    verified_at timestamp(3) with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_by text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone
);

CREATE TABLE public.organization_invites (
    org_id uuid NOT NULL,
    invite_id text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL,
    email_key text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL,
    designation_id text COLLATE pg_catalog."C",
    status text DEFAULT 'pending'::text NOT NULL,
    invited_by text NOT NULL,
    sent_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    cancel_date timestamp(3) with time zone,
    accepted_at timestamp(3) with time zone,
    accepted_by text,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    updated_by text,
    mail_due_at timestamp(3) with time zone,
    mail_attempts smallint DEFAULT 0 NOT NULL,
    recent_sends timestamp(3) with time zone[] DEFAULT '{}'::timestamp with time zone[] NOT NULL,
    recent_mails timestamp(3) with time zone[] DEFAULT '{}'::timestamp with time zone[] NOT NULL,
    CONSTRAINT organization_invites_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'guest'::text]))),
    CONSTRAINT organization_invites_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'expired'::text, 'cancelled'::text, 'accepted'::text])))
);

CREATE TABLE public.organization_join_requests (
    org_id uuid NOT NULL,
    user_id uuid NOT NULL,
    status text DEFAULT 'requested'::text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT organization_join_requests_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'declined'::text])))
);

CREATE TABLE public.organization_members (
    org_id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text DEFAULT 'user'::text NOT NULL,
    username text NOT NULL,
    username_key text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL,
    designation_id text COLLATE pg_catalog."C",
    is_active boolean DEFAULT true NOT NULL,
    invited_by text,
    invited_at timestamp(3) with time zone,
    accepted_at timestamp(3) with time zone,
    last_active_at timestamp(3) with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    updated_by text,
    deleted_at timestamp(3) with time zone,
    deleted_by text,
    delete_reason text,
    lanes_made_at timestamp(3) with time zone,
    CONSTRAINT organization_members_kind_check CHECK ((kind = ANY (ARRAY['user'::text, 'service_account'::text]))),
    CONSTRAINT organization_members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'guest'::text])))
);

CREATE TABLE public.organization_settings (
    org_id uuid NOT NULL,
    default_visibility text DEFAULT 'public'::text NOT NULL,
    domain_join_mode text DEFAULT 'approval'::text NOT NULL,
    audit_retention_days integer,
    allow_personal_tokens boolean DEFAULT true NOT NULL,
    max_token_ttl_days integer,
    require_token_expiry boolean DEFAULT false NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    updated_by text,
    require_second_factor boolean DEFAULT false NOT NULL,
    CONSTRAINT organization_settings_audit_retention_days_check CHECK ((audit_retention_days >= 1)),
    CONSTRAINT organization_settings_default_visibility_check CHECK ((default_visibility = ANY (ARRAY['public'::text, 'private'::text]))),
    CONSTRAINT organization_settings_domain_join_mode_check CHECK ((domain_join_mode = ANY (ARRAY['instant'::text, 'approval'::text]))),
    CONSTRAINT organization_settings_max_token_ttl_days_check CHECK (((max_token_ttl_days >= 1) AND (max_token_ttl_days <= 3650)))
);

CREATE TABLE public.organizations (
    org_id uuid NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    description text DEFAULT ''::text NOT NULL,
    logo text,
    email text,
    metadata jsonb,
    version integer DEFAULT 1 NOT NULL,
    created_by text,
    updated_by text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    delete_reason text
);

CREATE TABLE public.pending_restores (
    org_id uuid NOT NULL,
    file_ids text[] NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.placeholders (
    org_id uuid NOT NULL,
    user_id uuid NOT NULL,
    username text NOT NULL,
    username_key text NOT NULL COLLATE pg_catalog."C",
    name text,
    email text,
    email_key text COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone NOT NULL,
    into_user_id uuid,
    into_username text,
    step smallint DEFAULT 0 NOT NULL,
    cursor text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.project_members (
    org_id uuid NOT NULL,
    project_id text NOT NULL COLLATE pg_catalog."C",
    user_id uuid NOT NULL,
    username text NOT NULL,
    username_key text NOT NULL COLLATE pg_catalog."C",
    project_role text NOT NULL,
    assigned_by text,
    assigned_at timestamp(3) with time zone,
    designation_id text COLLATE pg_catalog."C",
    is_active boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_by text,
    updated_by text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    delete_reason text,
    CONSTRAINT project_members_project_role_check CHECK ((project_role = ANY (ARRAY['owner'::text, 'editor'::text, 'viewer'::text])))
);

CREATE TABLE public.project_numbers (
    org_id uuid NOT NULL,
    project_id text NOT NULL COLLATE pg_catalog."C",
    last integer DEFAULT 0 NOT NULL
)
WITH (fillfactor='20');

CREATE TABLE public.project_prefixes (
    org_id uuid NOT NULL,
    prefix text NOT NULL COLLATE pg_catalog."C",
    project_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT project_prefixes_prefix_check CHECK ((prefix ~ '^[A-Z][A-Z0-9]{1,9}$'::text))
);

CREATE TABLE public.project_resources (
    org_id uuid NOT NULL,
    resource_id text NOT NULL COLLATE pg_catalog."C",
    project_id text NOT NULL COLLATE pg_catalog."C",
    file_id text COLLATE pg_catalog."C",
    is_file boolean NOT NULL,
    file_name text,
    resource_name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    resource_url text,
    resource_type text,
    version integer DEFAULT 1 NOT NULL,
    created_by text NOT NULL,
    updated_by text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    delete_reason text,
    storage_path text,
    CONSTRAINT project_resources_check CHECK (((file_id IS NOT NULL) = (is_file AND (deleted_at IS NULL)))),
    CONSTRAINT project_resources_check1 CHECK (((NOT is_file) OR ((resource_url IS NULL) AND (file_name IS NOT NULL))))
);

CREATE TABLE public.projects (
    org_id uuid NOT NULL,
    project_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    description text,
    metadata jsonb,
    status text DEFAULT 'not_started'::text NOT NULL,
    status_rank smallint NOT NULL,
    priority text DEFAULT 'none'::text NOT NULL,
    priority_rank smallint NOT NULL,
    start_date date,
    end_date date,
    owner text,
    owner_designation text,
    team_member_designations jsonb,
    visibility text NOT NULL,
    editors_can_add_members boolean DEFAULT false NOT NULL,
    team_id text COLLATE pg_catalog."C",
    "position" integer NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_by text,
    updated_by text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    delete_reason text,
    has_status_sections boolean DEFAULT false NOT NULL,
    prefix text NOT NULL COLLATE pg_catalog."C",
    color text,
    icon text,
    CONSTRAINT projects_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'private'::text])))
);

CREATE TABLE public.releases (
    release_id text NOT NULL COLLATE pg_catalog."C",
    repository text NOT NULL,
    environment text NOT NULL,
    release_date timestamp(3) with time zone NOT NULL,
    is_draft boolean NOT NULL,
    document jsonb NOT NULL,
    CONSTRAINT releases_environment_check CHECK ((environment = ANY (ARRAY['development'::text, 'uat'::text, 'production'::text])))
);

CREATE TABLE public.schema_migrations (
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone NOT NULL
);

CREATE TABLE public.secret_key_checks (
    version integer NOT NULL,
    check_value text NOT NULL
);

CREATE TABLE public.sections (
    org_id uuid NOT NULL,
    section_id text NOT NULL COLLATE pg_catalog."C",
    scope_type text NOT NULL,
    scope_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    "position" double precision NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_by text,
    updated_by text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    status text,
    color text,
    wip_limit smallint,
    CONSTRAINT sections_scope_type_check CHECK ((scope_type = ANY (ARRAY['project'::text, 'team'::text, 'user'::text])))
);

CREATE TABLE public.sign_in_failures (
    failure_key bytea NOT NULL,
    failures integer NOT NULL,
    blocked_until timestamp(3) with time zone,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.sprints (
    org_id uuid NOT NULL,
    sprint_id text NOT NULL COLLATE pg_catalog."C",
    team_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    description text,
    goal text,
    start_date date NOT NULL,
    end_date date NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    completed_at timestamp(3) with time zone,
    completed_by text,
    is_active boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_by text,
    updated_by text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    delete_reason text,
    CONSTRAINT sprints_status_check CHECK ((status = ANY (ARRAY['active'::text, 'completed'::text])))
);

CREATE TABLE public.stale_text_keys (
    name text NOT NULL COLLATE pg_catalog."C",
    after_org uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    after_id text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    again boolean DEFAULT true NOT NULL,
    due_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.stop_tasks (
    org_id uuid NOT NULL,
    stop_id text NOT NULL COLLATE pg_catalog."C",
    task_id text NOT NULL COLLATE pg_catalog."C",
    counts boolean,
    completed boolean DEFAULT false NOT NULL
);

CREATE TABLE public.stops (
    org_id uuid NOT NULL,
    stop_id text NOT NULL COLLATE pg_catalog."C",
    project_id text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL,
    title_key text NOT NULL COLLATE pg_catalog."C",
    target_date date,
    description text,
    version integer DEFAULT 1 NOT NULL,
    created_by text,
    updated_by text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.subtasks_apart (
    org_id uuid NOT NULL,
    task_id text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.task_attachments (
    org_id uuid NOT NULL,
    attachment_id text NOT NULL COLLATE pg_catalog."C",
    task_id text NOT NULL COLLATE pg_catalog."C",
    file_id text COLLATE pg_catalog."C",
    title text,
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    is_inline boolean DEFAULT false NOT NULL,
    uploaded_by text NOT NULL,
    uploaded_at timestamp(3) with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    updated_by text NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    deleted_by text,
    CONSTRAINT task_attachments_check CHECK (((file_id IS NULL) = (deleted_at IS NOT NULL)))
);

CREATE TABLE public.task_claims (
    org_id uuid NOT NULL,
    task_id text NOT NULL COLLATE pg_catalog."C",
    generation integer NOT NULL,
    until timestamp(3) with time zone,
    user_id uuid,
    claimed_by text,
    token_id text COLLATE pg_catalog."C",
    note text,
    changed jsonb
);

CREATE TABLE public.task_comments (
    org_id uuid NOT NULL,
    comment_id text NOT NULL COLLATE pg_catalog."C",
    task_id text NOT NULL COLLATE pg_catalog."C",
    root_id text COLLATE pg_catalog."C",
    parent_id text COLLATE pg_catalog."C",
    depth smallint DEFAULT 0 NOT NULL,
    content text NOT NULL,
    content_key text NOT NULL,
    mentions uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    author_id uuid NOT NULL,
    created_by text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    deleted_by text
);

CREATE TABLE public.task_counts (
    org_id uuid NOT NULL,
    project_id text NOT NULL COLLATE pg_catalog."C",
    goal_id text NOT NULL COLLATE pg_catalog."C",
    restricted boolean NOT NULL,
    total integer NOT NULL,
    completed integer NOT NULL,
    bugs integer NOT NULL,
    tops integer NOT NULL,
    tops_completed integer NOT NULL,
    added boolean DEFAULT true NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='5000');

CREATE TABLE public.task_deletions (
    org_id uuid NOT NULL,
    task_id text NOT NULL COLLATE pg_catalog."C",
    with_task_id text NOT NULL COLLATE pg_catalog."C",
    place integer,
    dependents text[] DEFAULT '{}'::text[] NOT NULL COLLATE pg_catalog."C",
    sections text[] DEFAULT '{}'::text[] NOT NULL COLLATE pg_catalog."C",
    stops text[] DEFAULT '{}'::text[] NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.task_field_values (
    org_id uuid NOT NULL,
    task_id text NOT NULL COLLATE pg_catalog."C",
    field_id text NOT NULL COLLATE pg_catalog."C",
    ord smallint NOT NULL,
    sort_key text NOT NULL COLLATE pg_catalog."C",
    folded text
);

CREATE TABLE public.task_fields (
    org_id uuid NOT NULL,
    field_id text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    description text,
    type text NOT NULL,
    unit text,
    decimals smallint,
    min double precision,
    max double precision,
    options jsonb DEFAULT '[]'::jsonb NOT NULL,
    project_ids text[],
    on_card boolean DEFAULT false NOT NULL,
    "position" double precision NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_by text,
    updated_by text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT task_fields_type_check CHECK ((type = ANY (ARRAY['text'::text, 'number'::text, 'date'::text, 'checkbox'::text, 'select'::text, 'multi_select'::text, 'person'::text, 'people'::text, 'url'::text])))
);

CREATE TABLE public.task_keys (
    org_id uuid NOT NULL,
    project_id text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    task_id text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.task_reminders (
    org_id uuid NOT NULL,
    reminder_id text NOT NULL COLLATE pg_catalog."C",
    task_id text NOT NULL COLLATE pg_catalog."C",
    user_id uuid NOT NULL,
    created_by text NOT NULL,
    recipient text NOT NULL,
    at timestamp(3) with time zone,
    days_before smallint,
    time_of_day text,
    time_zone text,
    note text,
    status text DEFAULT 'pending'::text NOT NULL,
    fires_at timestamp(3) with time zone,
    look_at timestamp(3) with time zone,
    ended_at timestamp(3) with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT task_reminders_check CHECK (
CASE
    WHEN (at IS NULL) THEN (num_nulls(days_before, time_of_day, time_zone) = 0)
    ELSE (num_nonnulls(days_before, time_of_day, time_zone) = 0)
END),
    CONSTRAINT task_reminders_check1 CHECK (((status = 'pending'::text) = (ended_at IS NULL))),
    CONSTRAINT task_reminders_check2 CHECK (((status = 'pending'::text) OR (look_at IS NULL))),
    CONSTRAINT task_reminders_days_before_check CHECK (((days_before >= 0) AND (days_before <= 365))),
    CONSTRAINT task_reminders_recipient_check CHECK ((recipient = ANY (ARRAY['me'::text, 'assignee'::text]))),
    CONSTRAINT task_reminders_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'lapsed'::text])))
);

CREATE TABLE public.task_search (
    org_id uuid NOT NULL,
    task_id text NOT NULL COLLATE pg_catalog."C",
    content text NOT NULL,
    grams integer[] NOT NULL
);

CREATE TABLE public.task_sections (
    org_id uuid NOT NULL,
    scope_type text NOT NULL,
    scope_id text NOT NULL COLLATE pg_catalog."C",
    task_id text NOT NULL COLLATE pg_catalog."C",
    section_id text NOT NULL COLLATE pg_catalog."C",
    "position" double precision NOT NULL,
    counts boolean,
    CONSTRAINT task_sections_scope_type_check CHECK ((scope_type = ANY (ARRAY['project'::text, 'team'::text, 'user'::text])))
);

CREATE TABLE public.task_span_backfill (
    after_org uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    after_id text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.task_spans (
    org_id uuid NOT NULL,
    task_id text NOT NULL COLLATE pg_catalog."C",
    what text NOT NULL COLLATE pg_catalog."C",
    value text COLLATE pg_catalog."C",
    entered_at timestamp(3) with time zone NOT NULL,
    left_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT task_spans_what_check CHECK ((what = ANY (ARRAY['status'::text, 'section'::text, 'sprint'::text])))
);

CREATE TABLE public.task_watchers (
    org_id uuid NOT NULL,
    task_id text NOT NULL COLLATE pg_catalog."C",
    user_id uuid NOT NULL,
    watching boolean NOT NULL,
    reason text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT task_watchers_reason_check CHECK ((reason = ANY (ARRAY['chosen'::text, 'commented'::text, 'mentioned'::text])))
);

CREATE TABLE public.tasks (
    org_id uuid NOT NULL,
    task_id text NOT NULL COLLATE pg_catalog."C",
    project_id text COLLATE pg_catalog."C",
    team_id text COLLATE pg_catalog."C",
    sprint_id text COLLATE pg_catalog."C",
    milestone_id text COLLATE pg_catalog."C",
    goal_id text COLLATE pg_catalog."C",
    parent_task_id text COLLATE pg_catalog."C",
    is_subtask boolean DEFAULT false NOT NULL,
    sub_tasks text[] DEFAULT '{}'::text[] NOT NULL,
    dependencies text[] DEFAULT '{}'::text[] NOT NULL,
    title text NOT NULL,
    title_key text NOT NULL COLLATE pg_catalog."C",
    description text,
    status text DEFAULT 'not_started'::text NOT NULL,
    status_rank smallint NOT NULL,
    priority text DEFAULT 'none'::text NOT NULL,
    priority_rank smallint NOT NULL,
    task_type text DEFAULT 'task'::text NOT NULL,
    assignee text,
    assignee_key text COLLATE pg_catalog."C",
    start_date date,
    due_date date,
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    type_data jsonb,
    metadata jsonb DEFAULT '[]'::jsonb NOT NULL,
    bug_id text COLLATE pg_catalog."C",
    tracker_id text COLLATE pg_catalog."C",
    restricted boolean DEFAULT false NOT NULL,
    restricted_to text[] DEFAULT '{}'::text[] NOT NULL,
    restricted_to_user_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    comments integer DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_by text,
    updated_by text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    number integer,
    custom jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT tasks_task_type_check CHECK ((task_type = ANY (ARRAY['task'::text, 'bug'::text, 'agent'::text])))
);

CREATE TABLE public.tasks_gone (
    org_id uuid NOT NULL,
    task_id text NOT NULL COLLATE pg_catalog."C",
    deleted_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.team_members (
    org_id uuid NOT NULL,
    team_id text NOT NULL COLLATE pg_catalog."C",
    user_id uuid NOT NULL,
    username text NOT NULL,
    team_role text NOT NULL,
    added_by text,
    is_active boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT team_members_team_role_check CHECK ((team_role = ANY (ARRAY['owner'::text, 'member'::text])))
);

CREATE TABLE public.teams (
    org_id uuid NOT NULL,
    team_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    description text,
    is_active boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_by text,
    updated_by text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    delete_reason text
);

CREATE TABLE public.token_organizations (
    token_hash bytea NOT NULL,
    org_id uuid NOT NULL
);

CREATE TABLE public.user_organizations (
    user_id uuid NOT NULL,
    org_id uuid NOT NULL
);

CREATE TABLE public.users (
    user_id uuid NOT NULL,
    kind text DEFAULT 'user'::text NOT NULL,
    issuer text,
    subject text,
    home_org_id uuid,
    username text NOT NULL,
    username_key text NOT NULL COLLATE pg_catalog."C",
    email text,
    email_key text COLLATE pg_catalog."C",
    email_verified boolean DEFAULT false NOT NULL,
    name text,
    profile_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    name_key text COLLATE pg_catalog."C",
    language text,
    CONSTRAINT users_check CHECK (((kind = 'user'::text) = ((issuer IS NOT NULL) AND (subject IS NOT NULL)))),
    CONSTRAINT users_check1 CHECK (((kind = 'service_account'::text) = (home_org_id IS NOT NULL))),
    CONSTRAINT users_kind_check CHECK ((kind = ANY (ARRAY['user'::text, 'service_account'::text])))
);

CREATE TABLE public.view_pins (
    org_id uuid NOT NULL,
    user_id uuid NOT NULL,
    pin_type text NOT NULL,
    pin_id text NOT NULL COLLATE pg_catalog."C",
    "position" double precision NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    view_id text GENERATED ALWAYS AS (
CASE
    WHEN (pin_type = 'view'::text) THEN pin_id
    ELSE NULL::text
END) STORED COLLATE pg_catalog."C",
    project_id text GENERATED ALWAYS AS (
CASE
    WHEN (pin_type = 'project'::text) THEN pin_id
    ELSE NULL::text
END) STORED COLLATE pg_catalog."C",
    CONSTRAINT view_pins_pin_type_check CHECK ((pin_type = ANY (ARRAY['view'::text, 'project'::text])))
);

CREATE TABLE public.views (
    org_id uuid NOT NULL,
    view_id text NOT NULL COLLATE pg_catalog."C",
    scope_type text NOT NULL,
    scope_id text NOT NULL COLLATE pg_catalog."C",
    resource text NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    query jsonb NOT NULL,
    display jsonb NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_by text,
    updated_by text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT views_resource_check CHECK ((resource = ANY (ARRAY['task'::text, 'project'::text]))),
    CONSTRAINT views_scope_type_check CHECK ((scope_type = ANY (ARRAY['project'::text, 'team'::text, 'user'::text])))
);

CREATE TABLE public.webhook_deliveries (
    org_id uuid NOT NULL,
    delivery_id text NOT NULL COLLATE pg_catalog."C",
    subscription_id text NOT NULL COLLATE pg_catalog."C",
    event_id text COLLATE pg_catalog."C",
    event_type text NOT NULL,
    message_id text NOT NULL COLLATE pg_catalog."C",
    replay_of text COLLATE pg_catalog."C",
    body text NOT NULL,
    made_for uuid NOT NULL,
    project_id text COLLATE pg_catalog."C",
    status text DEFAULT 'pending'::text NOT NULL,
    attempt integer DEFAULT 0 NOT NULL,
    max_attempts integer NOT NULL,
    next_attempt_at timestamp(3) with time zone,
    counted_run integer,
    response_status integer,
    response_ms integer,
    error text,
    resolved_ip text,
    request_headers jsonb,
    response_excerpt text,
    attempt_log jsonb DEFAULT '[]'::jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    made_for_projects text[],
    CONSTRAINT webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'dead'::text])))
)
WITH (fillfactor='60');

COMMENT ON COLUMN public.webhook_deliveries.message_id IS 'webhook-id of the requests; the same for a replay.';

COMMENT ON COLUMN public.webhook_deliveries.made_for IS 'Owner of the webhook for whom the body was built.';

COMMENT ON COLUMN public.webhook_deliveries.status IS 'failed: an attempt failed, and unless it was a test, another is scheduled. dead: no further attempt.';

COMMENT ON COLUMN public.webhook_deliveries.attempt IS 'Number of attempts so far.';

COMMENT ON COLUMN public.webhook_deliveries.counted_run IS 'Run of failures (failure_run of the webhook) that last counted this delivery.';

COMMENT ON COLUMN public.webhook_deliveries.made_for_projects IS 'Projects to which the webhook was limited when the body was built; null for all.';

CREATE TABLE public.webhook_queue (
    org_id uuid NOT NULL,
    subscription_id text NOT NULL COLLATE pg_catalog."C",
    due_at timestamp(3) with time zone NOT NULL,
    delivery_id text NOT NULL COLLATE pg_catalog."C",
    leased_until timestamp(3) with time zone,
    worker uuid
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='5000');

COMMENT ON COLUMN public.webhook_queue.worker IS 'Worker that has leased the delivery, a UUID per process.';

CREATE TABLE public.webhook_subscriptions (
    org_id uuid NOT NULL,
    subscription_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    url text NOT NULL,
    api_version text NOT NULL,
    events text[] NOT NULL,
    project_ids text[],
    status text DEFAULT 'active'::text NOT NULL,
    disabled_reason text,
    owner_user_id uuid NOT NULL,
    secret text NOT NULL,
    secret_prefix text NOT NULL,
    key_version integer NOT NULL,
    secret_rotated_at timestamp(3) with time zone,
    previous_secret text,
    previous_secret_expires_at timestamp(3) with time zone,
    consecutive_failures integer DEFAULT 0 NOT NULL,
    failing_since timestamp(3) with time zone,
    failure_run integer DEFAULT 0 NOT NULL,
    successes integer DEFAULT 0 NOT NULL,
    rests_until timestamp(3) with time zone,
    probed_until timestamp(3) with time zone,
    last_delivery_status text,
    last_delivery_at timestamp(3) with time zone,
    last_success_at timestamp(3) with time zone,
    recent_tests timestamp(3) with time zone[] DEFAULT '{}'::timestamp with time zone[] NOT NULL,
    recent_replays timestamp(3) with time zone[] DEFAULT '{}'::timestamp with time zone[] NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_by text,
    updated_by text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    disabled_at timestamp(3) with time zone,
    next_probe_at timestamp(3) with time zone,
    CONSTRAINT webhook_subscriptions_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['consecutive_failures'::text, 'gone'::text, 'owner_gone'::text]))),
    CONSTRAINT webhook_subscriptions_last_delivery_status_check CHECK ((last_delivery_status = ANY (ARRAY['succeeded'::text, 'failed'::text]))),
    CONSTRAINT webhook_subscriptions_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'disabled'::text])))
)
WITH (fillfactor='50');

COMMENT ON COLUMN public.webhook_subscriptions.failure_run IS 'Ordinal of the current run of failures, not its length. A success ends a run.';

COMMENT ON COLUMN public.webhook_subscriptions.successes IS 'Successful deliveries since the last failure, at most 1000.';

COMMENT ON COLUMN public.webhook_subscriptions.rests_until IS 'End of the backoff after a failure, or of a requested pause.';

COMMENT ON COLUMN public.webhook_subscriptions.probed_until IS 'Lease of a failing endpoint, which receives one delivery at a time.';

COMMENT ON COLUMN public.webhook_subscriptions.disabled_at IS 'First disabling since the last success, or since a user enabled the webhook; stays while a probe has it enabled.';

COMMENT ON COLUMN public.webhook_subscriptions.next_probe_at IS 'Next test delivery to the endpoint of a webhook that failures disabled. Null with disabled_at: no further one.';

CREATE TABLE public.webhook_waiting (
    org_id uuid NOT NULL,
    due_at timestamp with time zone NOT NULL,
    notes bigint DEFAULT 1 NOT NULL
);

COMMENT ON TABLE public.webhook_waiting IS 'Organizations with queued deliveries, for sharded databases.';

COMMENT ON COLUMN public.webhook_waiting.notes IS 'Number of changes of the row, compared to detect a concurrent one.';

ALTER TABLE ONLY public.access_tokens
    ADD CONSTRAINT access_tokens_pkey PRIMARY KEY (org_id, token_id);

ALTER TABLE ONLY public.account_credentials
    ADD CONSTRAINT account_credentials_pkey PRIMARY KEY (account_id, credential_id);

ALTER TABLE ONLY public.account_links
    ADD CONSTRAINT account_links_pkey PRIMARY KEY (link_hash);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_email_key_key UNIQUE (email_key);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_user_id_key UNIQUE (user_id);

ALTER TABLE ONLY public.availability
    ADD CONSTRAINT availability_pkey PRIMARY KEY (org_id, entry_id);

ALTER TABLE ONLY public.browser_sessions
    ADD CONSTRAINT browser_sessions_pkey PRIMARY KEY (session_hash);

ALTER TABLE ONLY public.browser_sessions
    ADD CONSTRAINT browser_sessions_session_id_key UNIQUE (session_id);

ALTER TABLE ONLY public.designation_visibility
    ADD CONSTRAINT designation_visibility_pkey PRIMARY KEY (org_id, designation_id);

ALTER TABLE ONLY public.designations
    ADD CONSTRAINT designations_pkey PRIMARY KEY (org_id, designation_id);

ALTER TABLE ONLY public.event_followers
    ADD CONSTRAINT event_followers_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (org_id, event_id);

ALTER TABLE ONLY public.exports
    ADD CONSTRAINT exports_pkey PRIMARY KEY (org_id, export_id);

ALTER TABLE ONLY public.external_refs
    ADD CONSTRAINT external_refs_pkey PRIMARY KEY (org_id, resource_type, source, external_id);

ALTER TABLE ONLY public.field_value_changes
    ADD CONSTRAINT field_value_changes_pkey PRIMARY KEY (org_id, field_id, option);

ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_pkey PRIMARY KEY (org_id, file_id);

ALTER TABLE ONLY public.goals
    ADD CONSTRAINT goals_pkey PRIMARY KEY (org_id, goal_id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (principal, key);

ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_pkey PRIMARY KEY (issuer, subject);

ALTER TABLE ONLY public.import_reports
    ADD CONSTRAINT import_reports_pkey PRIMARY KEY (org_id, import_id, entry);

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_pkey PRIMARY KEY (org_id, import_id);

ALTER TABLE ONLY public.invitation_stops
    ADD CONSTRAINT invitation_stops_pkey PRIMARY KEY (email_key);

ALTER TABLE ONLY public.journey_stops
    ADD CONSTRAINT journey_stops_pkey PRIMARY KEY (org_id, journey_id, stop_id);

ALTER TABLE ONLY public.journeys
    ADD CONSTRAINT journeys_pkey PRIMARY KEY (org_id, journey_id);

ALTER TABLE ONLY public.logout_tokens
    ADD CONSTRAINT logout_tokens_pkey PRIMARY KEY (jti_hash);

ALTER TABLE ONLY public.milestones
    ADD CONSTRAINT milestones_pkey PRIMARY KEY (org_id, milestone_id);

ALTER TABLE ONLY public.notification_causes
    ADD CONSTRAINT notification_causes_pkey PRIMARY KEY (org_id, user_id, event_id, kind);

ALTER TABLE ONLY public.notification_days
    ADD CONSTRAINT notification_days_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.notification_digests
    ADD CONSTRAINT notification_digests_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.notification_mails
    ADD CONSTRAINT notification_mails_pkey PRIMARY KEY (org_id, notification_id, way);

ALTER TABLE ONLY public.notification_preferences
    ADD CONSTRAINT notification_preferences_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (org_id, notification_id);

ALTER TABLE ONLY public.oauth_clients
    ADD CONSTRAINT oauth_clients_client UNIQUE (client_id);

ALTER TABLE ONLY public.oauth_clients
    ADD CONSTRAINT oauth_clients_pkey PRIMARY KEY (org_id, client_id);

ALTER TABLE ONLY public.oauth_credentials
    ADD CONSTRAINT oauth_credentials_pkey PRIMARY KEY (credential_hash);

ALTER TABLE ONLY public.oauth_device_codes
    ADD CONSTRAINT oauth_device_codes_pkey PRIMARY KEY (device_hash);

ALTER TABLE ONLY public.oauth_device_codes
    ADD CONSTRAINT oauth_device_codes_user_code UNIQUE (user_code_hash);

ALTER TABLE ONLY public.oauth_grants
    ADD CONSTRAINT oauth_grants_grant UNIQUE (grant_id);

ALTER TABLE ONLY public.oauth_grants
    ADD CONSTRAINT oauth_grants_pkey PRIMARY KEY (org_id, grant_id);

ALTER TABLE ONLY public.oauth_replays
    ADD CONSTRAINT oauth_replays_pkey PRIMARY KEY (credential_hash);

ALTER TABLE ONLY public.oauth_requests
    ADD CONSTRAINT oauth_requests_pkey PRIMARY KEY (request_hash);

ALTER TABLE ONLY public.organization_catalogs
    ADD CONSTRAINT organization_catalogs_pkey PRIMARY KEY (org_id);

ALTER TABLE ONLY public.organization_domains
    ADD CONSTRAINT organization_domains_pkey PRIMARY KEY (org_id, domain);

ALTER TABLE ONLY public.organization_invites
    ADD CONSTRAINT organization_invites_pkey PRIMARY KEY (org_id, invite_id);

ALTER TABLE ONLY public.organization_join_requests
    ADD CONSTRAINT organization_join_requests_pkey PRIMARY KEY (org_id, user_id);

ALTER TABLE ONLY public.organization_members
    ADD CONSTRAINT organization_members_pkey PRIMARY KEY (org_id, user_id);

ALTER TABLE ONLY public.organization_settings
    ADD CONSTRAINT organization_settings_pkey PRIMARY KEY (org_id);

ALTER TABLE ONLY public.organizations
    ADD CONSTRAINT organizations_pkey PRIMARY KEY (org_id);

ALTER TABLE ONLY public.pending_restores
    ADD CONSTRAINT pending_restores_pkey PRIMARY KEY (org_id);

ALTER TABLE ONLY public.placeholders
    ADD CONSTRAINT placeholders_pkey PRIMARY KEY (org_id, user_id);

ALTER TABLE ONLY public.project_members
    ADD CONSTRAINT project_members_pkey PRIMARY KEY (org_id, project_id, user_id);

ALTER TABLE ONLY public.project_numbers
    ADD CONSTRAINT project_numbers_pkey PRIMARY KEY (org_id, project_id);

ALTER TABLE ONLY public.project_prefixes
    ADD CONSTRAINT project_prefixes_pkey PRIMARY KEY (org_id, prefix);

ALTER TABLE ONLY public.project_resources
    ADD CONSTRAINT project_resources_pkey PRIMARY KEY (org_id, resource_id);

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (org_id, project_id);

ALTER TABLE ONLY public.releases
    ADD CONSTRAINT releases_pkey PRIMARY KEY (release_id);

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.secret_key_checks
    ADD CONSTRAINT secret_key_checks_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.sections
    ADD CONSTRAINT sections_pkey PRIMARY KEY (org_id, section_id);

ALTER TABLE ONLY public.sign_in_failures
    ADD CONSTRAINT sign_in_failures_pkey PRIMARY KEY (failure_key);

ALTER TABLE ONLY public.sprints
    ADD CONSTRAINT sprints_pkey PRIMARY KEY (org_id, sprint_id);

ALTER TABLE ONLY public.stale_text_keys
    ADD CONSTRAINT stale_text_keys_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.stop_tasks
    ADD CONSTRAINT stop_tasks_pkey PRIMARY KEY (org_id, stop_id, task_id);

ALTER TABLE ONLY public.stops
    ADD CONSTRAINT stops_pkey PRIMARY KEY (org_id, stop_id);

ALTER TABLE ONLY public.subtasks_apart
    ADD CONSTRAINT subtasks_apart_pkey PRIMARY KEY (org_id, task_id);

ALTER TABLE ONLY public.task_attachments
    ADD CONSTRAINT task_attachments_pkey PRIMARY KEY (org_id, attachment_id);

ALTER TABLE ONLY public.task_claims
    ADD CONSTRAINT task_claims_pkey PRIMARY KEY (org_id, task_id);

ALTER TABLE ONLY public.task_comments
    ADD CONSTRAINT task_comments_pkey PRIMARY KEY (org_id, comment_id);

ALTER TABLE ONLY public.task_deletions
    ADD CONSTRAINT task_deletions_pkey PRIMARY KEY (org_id, task_id);

ALTER TABLE ONLY public.task_field_values
    ADD CONSTRAINT task_field_values_pkey PRIMARY KEY (org_id, task_id, field_id, ord);

ALTER TABLE ONLY public.task_fields
    ADD CONSTRAINT task_fields_pkey PRIMARY KEY (org_id, field_id);

ALTER TABLE ONLY public.task_keys
    ADD CONSTRAINT task_keys_pkey PRIMARY KEY (org_id, project_id, number);

ALTER TABLE ONLY public.task_reminders
    ADD CONSTRAINT task_reminders_pkey PRIMARY KEY (org_id, reminder_id);

ALTER TABLE ONLY public.task_search
    ADD CONSTRAINT task_search_pkey PRIMARY KEY (org_id, task_id);

ALTER TABLE ONLY public.task_sections
    ADD CONSTRAINT task_sections_pkey PRIMARY KEY (org_id, scope_type, scope_id, task_id);

ALTER TABLE ONLY public.task_spans
    ADD CONSTRAINT task_spans_pkey PRIMARY KEY (org_id, task_id, what, left_at);

ALTER TABLE ONLY public.task_watchers
    ADD CONSTRAINT task_watchers_pkey PRIMARY KEY (org_id, task_id, user_id);

ALTER TABLE ONLY public.tasks_gone
    ADD CONSTRAINT tasks_gone_pkey PRIMARY KEY (org_id, task_id);

ALTER TABLE ONLY public.tasks
    ADD CONSTRAINT tasks_pkey PRIMARY KEY (org_id, task_id);

ALTER TABLE ONLY public.team_members
    ADD CONSTRAINT team_members_pkey PRIMARY KEY (org_id, team_id, user_id);

ALTER TABLE ONLY public.teams
    ADD CONSTRAINT teams_pkey PRIMARY KEY (org_id, team_id);

ALTER TABLE ONLY public.token_organizations
    ADD CONSTRAINT token_organizations_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.user_organizations
    ADD CONSTRAINT user_organizations_pkey PRIMARY KEY (user_id, org_id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.view_pins
    ADD CONSTRAINT view_pins_pkey PRIMARY KEY (org_id, user_id, pin_type, pin_id);

ALTER TABLE ONLY public.views
    ADD CONSTRAINT views_pkey PRIMARY KEY (org_id, view_id);

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (org_id, delivery_id);

ALTER TABLE ONLY public.webhook_queue
    ADD CONSTRAINT webhook_queue_pkey PRIMARY KEY (org_id, subscription_id, due_at, delivery_id);

ALTER TABLE ONLY public.webhook_subscriptions
    ADD CONSTRAINT webhook_subscriptions_pkey PRIMARY KEY (org_id, subscription_id);

ALTER TABLE ONLY public.webhook_waiting
    ADD CONSTRAINT webhook_waiting_pkey PRIMARY KEY (org_id);

CREATE INDEX access_tokens_grant ON public.access_tokens USING btree (org_id, grant_id) WHERE (grant_id IS NOT NULL);

CREATE UNIQUE INDEX access_tokens_hash ON public.access_tokens USING btree (token_hash);

CREATE INDEX access_tokens_of_apps ON public.access_tokens USING btree (expires_at) WHERE (grant_type = 'authorization_code'::text);

CREATE INDEX access_tokens_principal ON public.access_tokens USING btree (org_id, principal_user_id);

CREATE UNIQUE INDEX account_credentials_passkey ON public.account_credentials USING btree (credential_id) WHERE (kind = 'passkey'::text);

CREATE INDEX account_links_account ON public.account_links USING btree (account_id) WHERE (account_id IS NOT NULL);

CREATE INDEX account_links_end ON public.account_links USING btree (expires_at);

CREATE INDEX account_links_invite ON public.account_links USING btree (invite_id) WHERE (invite_id IS NOT NULL);

CREATE INDEX availability_person ON public.availability USING btree (org_id, user_id, end_date);

CREATE INDEX browser_sessions_end ON public.browser_sessions USING btree (expires_at);

CREATE INDEX browser_sessions_person ON public.browser_sessions USING btree (user_id, signed_in_at);

CREATE INDEX browser_sessions_provider ON public.browser_sessions USING btree (provider_sid);

CREATE UNIQUE INDEX designations_label ON public.designations USING btree (org_id, label_key) WHERE is_active;

CREATE INDEX events_beside_tasks ON public.events USING btree (org_id, created_at, event_id) WHERE (resource_type <> 'task'::text);

CREATE INDEX events_order ON public.events USING btree (lineage, tx, ord, event_id) WHERE (lineage > 0);

CREATE INDEX events_order_within ON public.events USING btree (org_id, lineage, tx, ord, event_id) WHERE (lineage > 0);

CREATE INDEX events_resource ON public.events USING btree (org_id, resource_id, created_at, event_id);

CREATE INDEX events_time ON public.events USING btree (org_id, created_at, event_id);

CREATE INDEX exports_active ON public.exports USING btree (created_at) WHERE (phase = ANY (ARRAY['waiting'::text, 'writing'::text]));

CREATE INDEX exports_finished ON public.exports USING btree (updated_at) WHERE (phase = ANY (ARRAY['finished'::text, 'failed'::text]));

CREATE INDEX external_refs_import ON public.external_refs USING btree (org_id, import_id, resource_type, external_id) WHERE (import_id IS NOT NULL);

CREATE INDEX external_refs_order ON public.external_refs USING btree (org_id, resource_id);

CREATE INDEX external_refs_resource ON public.external_refs USING btree (org_id, resource_type, resource_id);

CREATE INDEX files_passing ON public.files USING btree (state, changed_at) WHERE (state <> 'kept'::text);

CREATE INDEX goals_project ON public.goals USING btree (org_id, project_id, "position") WHERE is_active;

CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);

CREATE INDEX identities_user ON public.identities USING btree (user_id);

CREATE INDEX imports_active ON public.imports USING btree (created_at) WHERE (phase = ANY (ARRAY['reading'::text, 'checking'::text, 'writing'::text, 'undoing'::text]));

CREATE INDEX imports_data ON public.imports USING btree (finished_at) WHERE (data_file_id IS NOT NULL);

CREATE INDEX journey_stops_stop ON public.journey_stops USING btree (org_id, stop_id);

CREATE INDEX journeys_project ON public.journeys USING btree (org_id, project_id, "position");

CREATE INDEX logout_tokens_end ON public.logout_tokens USING btree (expires_at);

CREATE INDEX milestones_stop ON public.milestones USING btree (org_id, stop_id) WHERE (stop_id IS NOT NULL);

CREATE UNIQUE INDEX milestones_title ON public.milestones USING btree (org_id, team_id, title_key) WHERE is_active;

CREATE INDEX notification_causes_row ON public.notification_causes USING btree (org_id, notification_id);

CREATE INDEX notification_digests_due ON public.notification_digests USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX notification_mails_daily ON public.notification_mails USING btree (user_id, created_at) WHERE (way = 'daily'::text);

CREATE INDEX notification_mails_due ON public.notification_mails USING btree (due_at) WHERE (way = 'now'::text);

CREATE INDEX notifications_age ON public.notifications USING btree (updated_at);

CREATE INDEX notifications_open ON public.notifications USING btree (org_id, user_id, updated_at, notification_id) WHERE ((done_at IS NULL) AND on_page);

CREATE INDEX notifications_person ON public.notifications USING btree (org_id, user_id, updated_at, notification_id);

CREATE INDEX notifications_thing ON public.notifications USING btree (org_id, resource_id, user_id, updated_at);

CREATE INDEX notifications_unread ON public.notifications USING btree (org_id, user_id, updated_at, notification_id) WHERE ((read_at IS NULL) AND on_page);

CREATE INDEX oauth_clients_dynamic ON public.oauth_clients USING btree (created_at) WHERE (registration = 'dynamic'::text);

CREATE UNIQUE INDEX oauth_clients_metadata_url ON public.oauth_clients USING btree (metadata_url) WHERE (metadata_url IS NOT NULL);

CREATE INDEX oauth_credentials_end ON public.oauth_credentials USING btree (expires_at);

CREATE INDEX oauth_credentials_grant ON public.oauth_credentials USING btree (grant_id);

CREATE INDEX oauth_device_codes_client ON public.oauth_device_codes USING btree (client_id);

CREATE INDEX oauth_device_codes_end ON public.oauth_device_codes USING btree (expires_at);

CREATE INDEX oauth_grants_client ON public.oauth_grants USING btree (client_id, user_id) WHERE (revoked_at IS NULL);

CREATE INDEX oauth_grants_end ON public.oauth_grants USING btree (expires_at);

CREATE INDEX oauth_grants_member ON public.oauth_grants USING btree (org_id, user_id);

CREATE INDEX oauth_grants_user ON public.oauth_grants USING btree (user_id, created_at, grant_id) WHERE (revoked_at IS NULL);

CREATE INDEX oauth_replays_expires ON public.oauth_replays USING btree (expires_at);

CREATE INDEX oauth_requests_end ON public.oauth_requests USING btree (expires_at);

CREATE INDEX organization_domains_domain ON public.organization_domains USING btree (domain);

CREATE INDEX organization_domains_mail ON public.organization_domains USING btree (mail_due_at) WHERE (mail_due_at IS NOT NULL);

CREATE INDEX organization_invites_designation ON public.organization_invites USING btree (org_id, designation_id) WHERE ((designation_id IS NOT NULL) AND (status = 'pending'::text));

CREATE INDEX organization_invites_email ON public.organization_invites USING btree (email_key, created_at);

CREATE INDEX organization_invites_expiry ON public.organization_invites USING btree (expires_at) WHERE (status = 'pending'::text);

CREATE INDEX organization_invites_inviter ON public.organization_invites USING btree (invited_by) WHERE (recent_mails <> '{}'::timestamp with time zone[]);

CREATE UNIQUE INDEX organization_invites_live ON public.organization_invites USING btree (org_id, email_key) WHERE (status = 'pending'::text);

CREATE INDEX organization_invites_mail ON public.organization_invites USING btree (mail_due_at) WHERE (mail_due_at IS NOT NULL);

CREATE INDEX organization_members_designation ON public.organization_members USING btree (org_id, designation_id) WHERE (designation_id IS NOT NULL);

CREATE INDEX organization_members_service ON public.organization_members USING btree (org_id, user_id) WHERE (kind = 'service_account'::text);

CREATE INDEX organization_members_user ON public.organization_members USING btree (user_id) WHERE (deleted_at IS NULL);

CREATE UNIQUE INDEX organization_members_username ON public.organization_members USING btree (org_id, username_key);

CREATE INDEX placeholders_merging ON public.placeholders USING btree (org_id, user_id) WHERE (into_user_id IS NOT NULL);

CREATE INDEX placeholders_order ON public.placeholders USING btree (org_id, username_key, user_id);

CREATE INDEX project_members_deactivated ON public.project_members USING btree (org_id, user_id) WHERE ((NOT is_active) AND (deleted_at IS NULL));

CREATE INDEX project_members_designation ON public.project_members USING btree (org_id, designation_id) WHERE (designation_id IS NOT NULL);

CREATE INDEX project_members_user ON public.project_members USING btree (org_id, user_id) WHERE is_active;

CREATE UNIQUE INDEX project_resources_file ON public.project_resources USING btree (org_id, file_id);

CREATE INDEX project_resources_name ON public.project_resources USING btree (org_id, project_id, name_key, resource_id) WHERE (deleted_at IS NULL);

CREATE INDEX project_resources_time ON public.project_resources USING btree (org_id, project_id, created_at, resource_id) WHERE (deleted_at IS NULL);

CREATE INDEX projects_hidden ON public.projects USING btree (org_id, project_id) WHERE ((deleted_at IS NOT NULL) OR (visibility = 'private'::text));

CREATE INDEX projects_order ON public.projects USING btree (org_id, "position", name_key, project_id);

CREATE INDEX projects_team ON public.projects USING btree (org_id, team_id) WHERE (team_id IS NOT NULL);

CREATE INDEX releases_newest ON public.releases USING btree (environment, release_date, release_id);

CREATE UNIQUE INDEX sections_name ON public.sections USING btree (org_id, scope_type, scope_id, name_key);

CREATE INDEX sign_in_failures_age ON public.sign_in_failures USING btree (updated_at);

CREATE UNIQUE INDEX sprints_name ON public.sprints USING btree (org_id, team_id, name_key) WHERE is_active;

CREATE INDEX stop_tasks_counted ON public.stop_tasks USING btree (org_id, stop_id, completed) WHERE counts;

CREATE INDEX stop_tasks_restricted ON public.stop_tasks USING btree (org_id, stop_id, completed, task_id) WHERE (counts IS NULL);

CREATE INDEX stop_tasks_task ON public.stop_tasks USING btree (org_id, task_id);

CREATE INDEX stops_project ON public.stops USING btree (org_id, project_id);

CREATE INDEX task_attachments_all ON public.task_attachments USING btree (org_id, task_id);

CREATE UNIQUE INDEX task_attachments_file ON public.task_attachments USING btree (org_id, file_id);

CREATE INDEX task_attachments_task ON public.task_attachments USING btree (org_id, task_id, uploaded_at, attachment_id) WHERE (deleted_at IS NULL);

CREATE INDEX task_claims_until ON public.task_claims USING btree (until) WHERE (until IS NOT NULL);

CREATE INDEX task_claims_user ON public.task_claims USING btree (org_id, user_id) WHERE (until IS NOT NULL);

CREATE INDEX task_comments_parent ON public.task_comments USING btree (org_id, parent_id) WHERE (parent_id IS NOT NULL);

CREATE INDEX task_comments_replies ON public.task_comments USING btree (org_id, root_id, created_at) WHERE (root_id IS NOT NULL);

CREATE INDEX task_comments_task ON public.task_comments USING btree (org_id, task_id);

CREATE INDEX task_comments_threads ON public.task_comments USING btree (org_id, task_id, created_at, comment_id) WHERE (root_id IS NULL);

CREATE INDEX task_counts_project ON public.task_counts USING btree (org_id, project_id, goal_id);

CREATE INDEX task_deletions_with ON public.task_deletions USING btree (org_id, with_task_id);

CREATE INDEX task_field_values_sample ON public.task_field_values USING btree (org_id, field_id, sort_key) WHERE ("right"(task_id, 3) < '00G'::text);

CREATE INDEX task_field_values_sort ON public.task_field_values USING btree (org_id, field_id, sort_key, task_id, ord);

CREATE UNIQUE INDEX task_fields_key ON public.task_fields USING btree (org_id, key);

CREATE UNIQUE INDEX task_keys_task ON public.task_keys USING btree (org_id, task_id, project_id);

CREATE INDEX task_reminders_ended ON public.task_reminders USING btree (ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX task_reminders_look ON public.task_reminders USING btree (look_at) WHERE (look_at IS NOT NULL);

CREATE INDEX task_reminders_person ON public.task_reminders USING btree (org_id, user_id, fires_at, reminder_id);

CREATE INDEX task_reminders_task ON public.task_reminders USING btree (org_id, task_id);

CREATE INDEX task_search_grams ON public.task_search USING gin (org_id, grams);

CREATE INDEX task_search_sample ON public.task_search USING btree (org_id) WHERE ("right"(task_id, 3) < '00G'::text);

CREATE INDEX task_sections_counted ON public.task_sections USING btree (org_id, section_id) WHERE ((scope_type = 'project'::text) AND counts);

CREATE INDEX task_sections_restricted ON public.task_sections USING btree (org_id, section_id, task_id) WHERE ((scope_type = 'project'::text) AND (counts IS NULL));

CREATE INDEX task_sections_section ON public.task_sections USING btree (org_id, section_id, "position");

CREATE INDEX task_sections_task ON public.task_sections USING btree (org_id, task_id);

CREATE INDEX task_spans_sprint ON public.task_spans USING btree (org_id, value) WHERE (what = 'sprint'::text);

CREATE INDEX task_watchers_person ON public.task_watchers USING btree (org_id, user_id, task_id);

CREATE INDEX tasks_assignee ON public.tasks USING btree (org_id, assignee_key, task_id) WHERE (deleted_at IS NULL);

CREATE INDEX tasks_by_id ON public.tasks USING hash (task_id) WITH (fillfactor='50');

CREATE INDEX tasks_claimable ON public.tasks USING btree (org_id, project_id, priority_rank, task_id) WHERE ((deleted_at IS NULL) AND (status <> ALL (ARRAY['completed'::text, 'archived'::text])));

CREATE INDEX tasks_created ON public.tasks USING btree (org_id, created_at, task_id) WHERE (deleted_at IS NULL);

CREATE INDEX tasks_deleted ON public.tasks USING btree (org_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX tasks_dependents ON public.tasks USING gin (org_id, dependencies) WHERE (dependencies <> '{}'::text[]);

CREATE INDEX tasks_due ON public.tasks USING btree (org_id, due_date, task_id) WHERE (deleted_at IS NULL);

CREATE INDEX tasks_goal ON public.tasks USING btree (org_id, goal_id) WHERE (goal_id IS NOT NULL);

CREATE INDEX tasks_gone_age ON public.tasks_gone USING btree (org_id, deleted_at);

CREATE INDEX tasks_milestone ON public.tasks USING btree (org_id, milestone_id) WHERE (milestone_id IS NOT NULL);

CREATE INDEX tasks_outdated ON public.tasks USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX tasks_parent ON public.tasks USING btree (org_id, parent_task_id) WHERE (parent_task_id IS NOT NULL);

CREATE INDEX tasks_priority ON public.tasks USING btree (org_id, priority_rank, task_id) WHERE (deleted_at IS NULL);

CREATE INDEX tasks_project ON public.tasks USING btree (org_id, project_id, title_key, task_id) WHERE (deleted_at IS NULL);

CREATE INDEX tasks_restricted ON public.tasks USING gin (org_id, restricted_to_user_ids) WHERE restricted;

CREATE INDEX tasks_sprint ON public.tasks USING btree (org_id, sprint_id) WHERE (sprint_id IS NOT NULL);

CREATE INDEX tasks_start ON public.tasks USING btree (org_id, start_date, task_id) WHERE (deleted_at IS NULL);

CREATE INDEX tasks_status ON public.tasks USING btree (org_id, status_rank, task_id) WHERE (deleted_at IS NULL);

CREATE INDEX tasks_tags ON public.tasks USING gin (org_id, tags) WHERE (tags <> '{}'::text[]);

CREATE INDEX tasks_team ON public.tasks USING btree (org_id, team_id) WHERE (team_id IS NOT NULL);

CREATE INDEX tasks_title ON public.tasks USING btree (org_id, title_key, task_id) WHERE (deleted_at IS NULL);

CREATE INDEX tasks_type ON public.tasks USING btree (org_id, task_type, task_id) WHERE (deleted_at IS NULL);

CREATE INDEX tasks_unnumbered ON public.tasks USING btree (org_id) WHERE ((number IS NULL) AND (project_id IS NOT NULL));

CREATE INDEX tasks_updated ON public.tasks USING btree (org_id, updated_at, task_id) WHERE (deleted_at IS NULL);

CREATE INDEX team_members_user ON public.team_members USING btree (org_id, user_id);

CREATE UNIQUE INDEX teams_name ON public.teams USING btree (org_id, name_key) WHERE is_active;

CREATE INDEX token_organizations_organization ON public.token_organizations USING btree (org_id);

CREATE UNIQUE INDEX users_identity ON public.users USING btree (issuer, subject);

CREATE UNIQUE INDEX users_service_username ON public.users USING btree (home_org_id, username_key) WHERE (kind = 'service_account'::text);

CREATE UNIQUE INDEX users_username ON public.users USING btree (username_key) WHERE (kind = 'user'::text);

CREATE INDEX users_verified_email ON public.users USING btree (email_key) WHERE (email_verified AND (kind = 'user'::text));

CREATE UNIQUE INDEX views_name ON public.views USING btree (org_id, scope_type, scope_id, resource, name_key) WHERE is_active;

CREATE INDEX webhook_deliveries_log ON public.webhook_deliveries USING btree (org_id, subscription_id, created_at, delivery_id);

CREATE INDEX webhook_subscriptions_active ON public.webhook_subscriptions USING btree (org_id) WHERE ((status = 'active'::text) AND (deleted_at IS NULL));

CREATE INDEX webhook_subscriptions_age ON public.webhook_subscriptions USING btree (org_id, created_at, subscription_id);

CREATE INDEX webhook_subscriptions_name ON public.webhook_subscriptions USING btree (org_id, name_key, subscription_id);

CREATE INDEX webhook_subscriptions_probes ON public.webhook_subscriptions USING btree (next_probe_at) WHERE ((next_probe_at IS NOT NULL) AND (status = 'disabled'::text) AND (deleted_at IS NULL));

CREATE INDEX webhook_subscriptions_unplanned ON public.webhook_subscriptions USING btree (updated_at) WHERE ((next_probe_at IS NULL) AND (disabled_at IS NULL) AND (status = 'disabled'::text) AND (disabled_reason = 'consecutive_failures'::text) AND (deleted_at IS NULL));

CREATE INDEX webhook_waiting_due ON public.webhook_waiting USING btree (due_at);

CREATE STATISTICS public.task_field_values_keys (mcv) ON field_id, sort_key FROM public.task_field_values;

CREATE STATISTICS public.tasks_org_project ON org_id, project_id FROM public.tasks;

CREATE TRIGGER come_under_other_parent AFTER UPDATE ON public.tasks FOR EACH ROW WHEN (((new.parent_task_id IS NOT NULL) AND (new.project_id IS NOT NULL) AND ((new.parent_task_id IS DISTINCT FROM old.parent_task_id) OR (new.project_id IS DISTINCT FROM old.project_id)))) EXECUTE FUNCTION public.come_under_parent();

CREATE TRIGGER come_under_parent AFTER INSERT ON public.tasks FOR EACH ROW WHEN (((new.parent_task_id IS NOT NULL) AND (new.project_id IS NOT NULL))) EXECUTE FUNCTION public.come_under_parent();

CREATE TRIGGER count_changed AFTER UPDATE ON public.tasks FOR EACH ROW WHEN (((((((((old.project_id IS DISTINCT FROM new.project_id) OR (old.goal_id IS DISTINCT FROM new.goal_id)) OR ((old.deleted_at IS NULL) IS DISTINCT FROM (new.deleted_at IS NULL))) OR (old.restricted IS DISTINCT FROM new.restricted)) OR ((old.status = 'completed'::text) IS DISTINCT FROM (new.status = 'completed'::text))) OR ((old.task_type = 'bug'::text) IS DISTINCT FROM (new.task_type = 'bug'::text))) OR ((old.parent_task_id IS NULL) IS DISTINCT FROM (new.parent_task_id IS NULL))) OR (old.is_subtask IS DISTINCT FROM new.is_subtask))) EXECUTE FUNCTION public.count_task();

CREATE TRIGGER count_gone AFTER DELETE ON public.tasks FOR EACH ROW EXECUTE FUNCTION public.count_task();

CREATE TRIGGER count_made AFTER INSERT ON public.tasks FOR EACH ROW WHEN (((new.project_id IS NOT NULL) AND (new.deleted_at IS NULL))) EXECUTE FUNCTION public.count_task();

CREATE TRIGGER count_numbers AFTER INSERT ON public.projects FOR EACH ROW EXECUTE FUNCTION public.count_numbers();

CREATE TRIGGER count_places AFTER UPDATE ON public.tasks FOR EACH ROW WHEN (((((old.project_id IS DISTINCT FROM new.project_id) OR ((old.deleted_at IS NULL) IS DISTINCT FROM (new.deleted_at IS NULL))) OR (old.restricted IS DISTINCT FROM new.restricted)) OR ((old.status = 'completed'::text) IS DISTINCT FROM (new.status = 'completed'::text)))) EXECUTE FUNCTION public.count_places();

CREATE TRIGGER end_claims AFTER UPDATE ON public.access_tokens FOR EACH ROW WHEN (((new.revoked_at IS NOT NULL) AND (new.revoked_at IS DISTINCT FROM old.revoked_at))) EXECUTE FUNCTION public.end_claims_of_token();

CREATE TRIGGER end_claims AFTER UPDATE ON public.organization_members FOR EACH ROW WHEN ((old.is_active AND (old.deleted_at IS NULL) AND (NOT (new.is_active AND (new.deleted_at IS NULL))))) EXECUTE FUNCTION public.end_claims_of_member();

CREATE TRIGGER look_at_reminders AFTER UPDATE ON public.tasks FOR EACH ROW WHEN ((old.due_date IS DISTINCT FROM new.due_date)) EXECUTE FUNCTION public.look_at_reminders();

CREATE TRIGGER number_created BEFORE INSERT ON public.tasks FOR EACH ROW WHEN (((new.project_id IS NOT NULL) AND (new.number IS NULL))) EXECUTE FUNCTION public.number_task();

CREATE TRIGGER number_moved BEFORE UPDATE OF project_id ON public.tasks FOR EACH ROW WHEN ((new.project_id IS DISTINCT FROM old.project_id)) EXECUTE FUNCTION public.number_task();

CREATE TRIGGER place_counted BEFORE INSERT ON public.stop_tasks FOR EACH ROW EXECUTE FUNCTION public.place_at_stop();

CREATE TRIGGER place_counted BEFORE INSERT ON public.task_sections FOR EACH ROW WHEN ((new.scope_type = 'project'::text)) EXECUTE FUNCTION public.place_in_section();

CREATE TRIGGER prefix_project BEFORE INSERT OR UPDATE OF prefix ON public.projects FOR EACH ROW WHEN ((new.prefix IS NULL)) EXECUTE FUNCTION public.prefix_project();

CREATE TRIGGER record_spans AFTER UPDATE ON public.tasks FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.sprint_id IS DISTINCT FROM new.sprint_id))) EXECUTE FUNCTION public.record_spans();

CREATE TRIGGER renew_catalog AFTER INSERT OR UPDATE ON public.task_fields FOR EACH ROW EXECUTE FUNCTION public.renew_catalog();

CREATE TRIGGER renew_catalog_for_new AFTER INSERT ON public.projects FOR EACH ROW EXECUTE FUNCTION public.renew_catalog();

CREATE TRIGGER renew_catalog_for_prefix AFTER UPDATE ON public.projects FOR EACH ROW WHEN ((new.prefix IS DISTINCT FROM old.prefix)) EXECUTE FUNCTION public.renew_catalog();

ALTER TABLE ONLY public.access_tokens
    ADD CONSTRAINT access_tokens_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(user_id);

ALTER TABLE ONLY public.access_tokens
    ADD CONSTRAINT access_tokens_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(org_id);

ALTER TABLE ONLY public.access_tokens
    ADD CONSTRAINT access_tokens_org_id_grant_id_fkey FOREIGN KEY (org_id, grant_id) REFERENCES public.oauth_grants(org_id, grant_id);

ALTER TABLE ONLY public.access_tokens
    ADD CONSTRAINT access_tokens_org_id_principal_user_id_fkey FOREIGN KEY (org_id, principal_user_id) REFERENCES public.organization_members(org_id, user_id);

ALTER TABLE ONLY public.account_credentials
    ADD CONSTRAINT account_credentials_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(account_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.account_links
    ADD CONSTRAINT account_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(account_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(user_id);

ALTER TABLE ONLY public.availability
    ADD CONSTRAINT availability_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES public.organization_members(org_id, user_id);

ALTER TABLE ONLY public.browser_sessions
    ADD CONSTRAINT browser_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(user_id);

ALTER TABLE ONLY public.designation_visibility
    ADD CONSTRAINT designation_visibility_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(org_id);

ALTER TABLE ONLY public.designations
    ADD CONSTRAINT designations_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(org_id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(org_id);

ALTER TABLE ONLY public.exports
    ADD CONSTRAINT exports_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(org_id);

ALTER TABLE ONLY public.external_refs
    ADD CONSTRAINT external_refs_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(org_id);

ALTER TABLE ONLY public.field_value_changes
    ADD CONSTRAINT field_value_changes_org_id_field_id_fkey FOREIGN KEY (org_id, field_id) REFERENCES public.task_fields(org_id, field_id);

ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(org_id);

ALTER TABLE ONLY public.goals
    ADD CONSTRAINT goals_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, project_id);

ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(user_id);

ALTER TABLE ONLY public.import_reports
    ADD CONSTRAINT import_reports_org_id_import_id_fkey FOREIGN KEY (org_id, import_id) REFERENCES public.imports(org_id, import_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(org_id);

ALTER TABLE ONLY public.journey_stops
    ADD CONSTRAINT journey_stops_org_id_journey_id_fkey FOREIGN KEY (org_id, journey_id) REFERENCES public.journeys(org_id, journey_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.journey_stops
    ADD CONSTRAINT journey_stops_org_id_stop_id_fkey FOREIGN KEY (org_id, stop_id) REFERENCES public.stops(org_id, stop_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.journeys
    ADD CONSTRAINT journeys_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, project_id);

ALTER TABLE ONLY public.milestones
    ADD CONSTRAINT milestones_org_id_stop_id_fkey FOREIGN KEY (org_id, stop_id) REFERENCES public.stops(org_id, stop_id);

ALTER TABLE ONLY public.milestones
    ADD CONSTRAINT milestones_org_id_team_id_fkey FOREIGN KEY (org_id, team_id) REFERENCES public.teams(org_id, team_id);

ALTER TABLE ONLY public.notification_days
    ADD CONSTRAINT notification_days_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(user_id);

ALTER TABLE ONLY public.notification_digests
    ADD CONSTRAINT notification_digests_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(user_id);

ALTER TABLE ONLY public.notification_mails
    ADD CONSTRAINT notification_mails_org_id_notification_id_fkey FOREIGN KEY (org_id, notification_id) REFERENCES public.notifications(org_id, notification_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notification_preferences
    ADD CONSTRAINT notification_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(user_id);

ALTER TABLE ONLY public.oauth_clients
    ADD CONSTRAINT oauth_clients_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(org_id);

ALTER TABLE ONLY public.oauth_credentials
    ADD CONSTRAINT oauth_credentials_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES public.oauth_grants(grant_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.oauth_device_codes
    ADD CONSTRAINT oauth_device_codes_client_id_fkey FOREIGN KEY (client_id) REFERENCES public.oauth_clients(client_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.oauth_grants
    ADD CONSTRAINT oauth_grants_client_id_fkey FOREIGN KEY (client_id) REFERENCES public.oauth_clients(client_id);

ALTER TABLE ONLY public.oauth_grants
    ADD CONSTRAINT oauth_grants_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES public.organization_members(org_id, user_id);

ALTER TABLE ONLY public.organization_invites
    ADD CONSTRAINT organization_invites_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(org_id);

ALTER TABLE ONLY public.organization_join_requests
    ADD CONSTRAINT organization_join_requests_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(org_id);

ALTER TABLE ONLY public.organization_join_requests
    ADD CONSTRAINT organization_join_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(user_id);

ALTER TABLE ONLY public.organization_members
    ADD CONSTRAINT organization_members_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(org_id);

ALTER TABLE ONLY public.organization_members
    ADD CONSTRAINT organization_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(user_id);

ALTER TABLE ONLY public.organization_settings
    ADD CONSTRAINT organization_settings_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(org_id);

ALTER TABLE ONLY public.project_members
    ADD CONSTRAINT project_members_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, project_id);

ALTER TABLE ONLY public.project_members
    ADD CONSTRAINT project_members_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES public.organization_members(org_id, user_id);

ALTER TABLE ONLY public.project_resources
    ADD CONSTRAINT project_resources_org_id_file_id_fkey FOREIGN KEY (org_id, file_id) REFERENCES public.files(org_id, file_id);

ALTER TABLE ONLY public.project_resources
    ADD CONSTRAINT project_resources_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, project_id);

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(org_id);

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_org_id_team_id_fkey FOREIGN KEY (org_id, team_id) REFERENCES public.teams(org_id, team_id);

ALTER TABLE ONLY public.sections
    ADD CONSTRAINT sections_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(org_id);

ALTER TABLE ONLY public.sprints
    ADD CONSTRAINT sprints_org_id_team_id_fkey FOREIGN KEY (org_id, team_id) REFERENCES public.teams(org_id, team_id);

ALTER TABLE ONLY public.stop_tasks
    ADD CONSTRAINT stop_tasks_org_id_stop_id_fkey FOREIGN KEY (org_id, stop_id) REFERENCES public.stops(org_id, stop_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.stop_tasks
    ADD CONSTRAINT stop_tasks_org_id_task_id_fkey FOREIGN KEY (org_id, task_id) REFERENCES public.tasks(org_id, task_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.stops
    ADD CONSTRAINT stops_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, project_id);

ALTER TABLE ONLY public.task_attachments
    ADD CONSTRAINT task_attachments_org_id_file_id_fkey FOREIGN KEY (org_id, file_id) REFERENCES public.files(org_id, file_id);

ALTER TABLE ONLY public.task_attachments
    ADD CONSTRAINT task_attachments_org_id_task_id_fkey FOREIGN KEY (org_id, task_id) REFERENCES public.tasks(org_id, task_id);

ALTER TABLE ONLY public.task_claims
    ADD CONSTRAINT task_claims_org_id_task_id_fkey FOREIGN KEY (org_id, task_id) REFERENCES public.tasks(org_id, task_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.task_comments
    ADD CONSTRAINT task_comments_org_id_parent_id_fkey FOREIGN KEY (org_id, parent_id) REFERENCES public.task_comments(org_id, comment_id);

ALTER TABLE ONLY public.task_comments
    ADD CONSTRAINT task_comments_org_id_root_id_fkey FOREIGN KEY (org_id, root_id) REFERENCES public.task_comments(org_id, comment_id);

ALTER TABLE ONLY public.task_comments
    ADD CONSTRAINT task_comments_org_id_task_id_fkey FOREIGN KEY (org_id, task_id) REFERENCES public.tasks(org_id, task_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.task_deletions
    ADD CONSTRAINT task_deletions_org_id_task_id_fkey FOREIGN KEY (org_id, task_id) REFERENCES public.tasks(org_id, task_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.task_field_values
    ADD CONSTRAINT task_field_values_org_id_task_id_fkey FOREIGN KEY (org_id, task_id) REFERENCES public.tasks(org_id, task_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.task_fields
    ADD CONSTRAINT task_fields_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(org_id);

ALTER TABLE ONLY public.task_reminders
    ADD CONSTRAINT task_reminders_org_id_task_id_fkey FOREIGN KEY (org_id, task_id) REFERENCES public.tasks(org_id, task_id);

ALTER TABLE ONLY public.task_search
    ADD CONSTRAINT task_search_org_id_task_id_fkey FOREIGN KEY (org_id, task_id) REFERENCES public.tasks(org_id, task_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.task_sections
    ADD CONSTRAINT task_sections_org_id_section_id_fkey FOREIGN KEY (org_id, section_id) REFERENCES public.sections(org_id, section_id);

ALTER TABLE ONLY public.task_sections
    ADD CONSTRAINT task_sections_org_id_task_id_fkey FOREIGN KEY (org_id, task_id) REFERENCES public.tasks(org_id, task_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.task_watchers
    ADD CONSTRAINT task_watchers_org_id_task_id_fkey FOREIGN KEY (org_id, task_id) REFERENCES public.tasks(org_id, task_id);

ALTER TABLE ONLY public.tasks
    ADD CONSTRAINT tasks_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(org_id);

ALTER TABLE ONLY public.tasks
    ADD CONSTRAINT tasks_org_id_goal_id_fkey FOREIGN KEY (org_id, goal_id) REFERENCES public.goals(org_id, goal_id);

ALTER TABLE ONLY public.tasks
    ADD CONSTRAINT tasks_org_id_milestone_id_fkey FOREIGN KEY (org_id, milestone_id) REFERENCES public.milestones(org_id, milestone_id);

ALTER TABLE ONLY public.tasks
    ADD CONSTRAINT tasks_org_id_parent_task_id_fkey FOREIGN KEY (org_id, parent_task_id) REFERENCES public.tasks(org_id, task_id);

ALTER TABLE ONLY public.tasks
    ADD CONSTRAINT tasks_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, project_id);

ALTER TABLE ONLY public.tasks
    ADD CONSTRAINT tasks_org_id_sprint_id_fkey FOREIGN KEY (org_id, sprint_id) REFERENCES public.sprints(org_id, sprint_id);

ALTER TABLE ONLY public.tasks
    ADD CONSTRAINT tasks_org_id_team_id_fkey FOREIGN KEY (org_id, team_id) REFERENCES public.teams(org_id, team_id);

ALTER TABLE ONLY public.team_members
    ADD CONSTRAINT team_members_org_id_team_id_fkey FOREIGN KEY (org_id, team_id) REFERENCES public.teams(org_id, team_id);

ALTER TABLE ONLY public.team_members
    ADD CONSTRAINT team_members_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES public.organization_members(org_id, user_id);

ALTER TABLE ONLY public.teams
    ADD CONSTRAINT teams_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(org_id);

ALTER TABLE ONLY public.user_organizations
    ADD CONSTRAINT user_organizations_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(user_id);

ALTER TABLE ONLY public.view_pins
    ADD CONSTRAINT view_pins_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, project_id);

ALTER TABLE ONLY public.view_pins
    ADD CONSTRAINT view_pins_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES public.organization_members(org_id, user_id);

ALTER TABLE ONLY public.view_pins
    ADD CONSTRAINT view_pins_org_id_view_id_fkey FOREIGN KEY (org_id, view_id) REFERENCES public.views(org_id, view_id);

ALTER TABLE ONLY public.views
    ADD CONSTRAINT views_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(org_id);

ALTER TABLE ONLY public.webhook_subscriptions
    ADD CONSTRAINT webhook_subscriptions_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(org_id);

ALTER TABLE ONLY public.webhook_subscriptions
    ADD CONSTRAINT webhook_subscriptions_org_id_owner_user_id_fkey FOREIGN KEY (org_id, owner_user_id) REFERENCES public.organization_members(org_id, user_id);
