-- Leaving an organization ends what is found by the person: memberships that were deactivated, and restricted tasks.

CREATE INDEX project_members_deactivated ON project_members (org_id, user_id) WHERE NOT is_active AND deleted_at IS NULL;

CREATE INDEX tasks_restricted ON tasks USING gin (org_id, restricted_to_user_ids) WHERE restricted;
