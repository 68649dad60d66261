-- What lists of service accounts sort by; people are sorted by their usernames.
ALTER TABLE users ADD COLUMN name_key text COLLATE "C";
CREATE INDEX organization_members_service ON organization_members (org_id, user_id) WHERE kind = 'service_account';
