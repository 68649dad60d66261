-- Exports read references in the order of their resources.
CREATE INDEX external_refs_order ON external_refs (org_id, resource_id);
