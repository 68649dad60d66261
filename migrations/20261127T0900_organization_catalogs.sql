-- Version of what lists of tasks show beside the tasks: prefixes of projects and definitions of custom fields. Every change
-- gives the organization another random version, so that a process can cache both by version.
CREATE TABLE organization_catalogs (
  org_id uuid PRIMARY KEY,
  version uuid NOT NULL
);
SELECT place_table('organization_catalogs', 'org_id');

CREATE FUNCTION renew_catalog() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO organization_catalogs AS c (org_id, version) VALUES (NEW.org_id, gen_random_uuid())
    ON CONFLICT (org_id) DO UPDATE SET version = excluded.version;
  RETURN NULL;
END $$;
CREATE TRIGGER renew_catalog_for_new AFTER INSERT ON projects FOR EACH ROW EXECUTE FUNCTION renew_catalog();
CREATE TRIGGER renew_catalog_for_prefix AFTER UPDATE ON projects FOR EACH ROW
  WHEN (NEW.prefix IS DISTINCT FROM OLD.prefix)
  EXECUTE FUNCTION renew_catalog();
CREATE TRIGGER renew_catalog AFTER INSERT OR UPDATE ON task_fields FOR EACH ROW EXECUTE FUNCTION renew_catalog();

INSERT INTO organization_catalogs (org_id, version)
  SELECT DISTINCT org_id, gen_random_uuid() FROM (SELECT org_id FROM projects UNION SELECT org_id FROM task_fields) o;
