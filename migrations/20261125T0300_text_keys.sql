-- Keys of names, titles and searched texts that are to be made again, since the rules by which they are made have changed,
-- and how far that has come. A background job works through them; a database without people has none.
CREATE TABLE stale_text_keys (
  name text COLLATE "C" PRIMARY KEY,
  after_org uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  after_id text COLLATE "C" NOT NULL DEFAULT '',
  -- Rows are walked twice, since a server of the version before may go on writing keys of the old form during an upgrade.
  again boolean NOT NULL DEFAULT true,
  due_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
INSERT INTO stale_text_keys (name)
SELECT name FROM unnest(ARRAY[
  'teams.name_key', 'sprints.name_key', 'milestones.title_key', 'sections.name_key', 'views.name_key',
  'designations.label_key', 'designations.category_key', 'organizations.name_key', 'users.name_key',
  'oauth_clients.name_key', 'projects.name_key', 'goals.name_key', 'stops.title_key', 'access_tokens.name_key',
  'webhook_subscriptions.name_key', 'project_resources.name_key', 'task_attachments.name_key', 'task_search.content',
  'task_comments.content_key', 'tasks.title_key']) AS name
WHERE EXISTS (SELECT FROM users);
