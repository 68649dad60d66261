-- The prefixes of listed tasks are read with the tasks.
ALTER TABLE organizations DROP COLUMN prefix_version;
