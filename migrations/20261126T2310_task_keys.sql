-- Keys of tasks such as QUAY-12: prefixes of projects, and numbers that count the tasks of each project.

-- Prefixes that projects have or had. Without a foreign key: a trigger of projects inserts rows before their project.
CREATE TABLE project_prefixes (
  org_id uuid NOT NULL,
  prefix text COLLATE "C" NOT NULL CHECK (prefix ~ '^[A-Z][A-Z0-9]{1,9}$'),
  project_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (org_id, prefix)
);
SELECT place_table('project_prefixes', 'org_id');

-- The last number of each project. Apart from the project, whose row every new task locks.
CREATE TABLE project_numbers (
  org_id uuid NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  last integer NOT NULL DEFAULT 0,
  PRIMARY KEY (org_id, project_id)
) WITH (fillfactor = 20);
SELECT place_table('project_numbers', 'org_id');

-- Numbers that tasks have or had in their projects. Without a foreign key, which would slow down each new task.
CREATE TABLE task_keys (
  org_id uuid NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  task_id text COLLATE "C" NOT NULL
);
SELECT place_table('task_keys', 'org_id');

ALTER TABLE projects ADD COLUMN prefix text COLLATE "C";
-- Null for tasks without a project, and until a job has numbered the tasks that existed before.
ALTER TABLE tasks ADD COLUMN number integer;
-- Counts changes of prefixes, so that cached prefixes can be validated.
ALTER TABLE organizations ADD COLUMN prefix_version integer NOT NULL DEFAULT 1;

INSERT INTO task_keys (org_id, project_id, number, task_id)
  SELECT org_id, project_id, row_number() OVER (PARTITION BY org_id, project_id ORDER BY created_at, task_id), task_id
  FROM tasks WHERE project_id IS NOT NULL;
ALTER TABLE task_keys ADD PRIMARY KEY (org_id, project_id, number);
CREATE UNIQUE INDEX task_keys_task ON task_keys (org_id, task_id, project_id);
INSERT INTO project_numbers (org_id, project_id) SELECT org_id, project_id FROM projects;
UPDATE project_numbers n SET last = k.last
  FROM (SELECT org_id, project_id, max(number) AS last FROM task_keys GROUP BY org_id, project_id) k
  WHERE k.org_id = n.org_id AND k.project_id = n.project_id;

-- Tasks that the job has not numbered yet.
CREATE INDEX tasks_unnumbered ON tasks (org_id) WHERE number IS NULL AND project_id IS NOT NULL;

-- Gives a task that comes into a project its former number there, or the next one.
CREATE FUNCTION number_task() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER number_created BEFORE INSERT ON tasks FOR EACH ROW
  WHEN (NEW.project_id IS NOT NULL AND NEW.number IS NULL)
  EXECUTE FUNCTION number_task();
CREATE TRIGGER number_moved BEFORE UPDATE OF project_id ON tasks FOR EACH ROW
  WHEN (NEW.project_id IS DISTINCT FROM OLD.project_id)
  EXECUTE FUNCTION number_task();

-- Gives a project without a prefix the first free one for its name: the first letters of several words, or the beginning
-- of one; a number is appended to one that is taken. Names without two letters or digits from the Latin alphabet get P and
-- a number.
CREATE FUNCTION prefix_project() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
CREATE TRIGGER prefix_project BEFORE INSERT OR UPDATE OF prefix ON projects FOR EACH ROW WHEN (NEW.prefix IS NULL)
  EXECUTE FUNCTION prefix_project();

CREATE FUNCTION count_numbers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO project_numbers (org_id, project_id) VALUES (NEW.org_id, NEW.project_id);
  RETURN NULL;
END $$;
CREATE TRIGGER count_numbers AFTER INSERT ON projects FOR EACH ROW EXECUTE FUNCTION count_numbers();

UPDATE projects SET prefix = NULL;
ALTER TABLE projects ALTER COLUMN prefix SET NOT NULL;
