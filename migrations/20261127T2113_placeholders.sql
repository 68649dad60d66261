-- People of other systems who match no member. Name and address are those of the source: what the person later enters here
-- is not shown to the organization that imported them. Once it is known which member they are, a job rewrites what names
-- them; `step` and `cursor` are its checkpoint.

CREATE TABLE placeholders (
  org_id uuid NOT NULL,
  user_id uuid NOT NULL,
  username text NOT NULL,
  username_key text NOT NULL COLLATE "C",
  name text,
  email text,
  email_key text COLLATE "C",
  created_at timestamptz(3) NOT NULL,
  into_user_id uuid,
  into_username text,
  step smallint NOT NULL DEFAULT 0,
  cursor text NOT NULL DEFAULT '' COLLATE "C",
  PRIMARY KEY (org_id, user_id)
);

CREATE INDEX placeholders_order ON placeholders (org_id, username_key, user_id);
CREATE INDEX placeholders_merging ON placeholders (org_id, user_id) WHERE into_user_id IS NOT NULL;

INSERT INTO placeholders (org_id, user_id, username, username_key, name, email, email_key, created_at)
SELECT m.org_id, m.user_id, m.username, m.username_key, u.name, u.email, u.email_key, m.created_at
FROM organization_members m JOIN users u ON u.user_id = m.user_id
WHERE m.deleted_at IS NOT NULL AND m.delete_reason = 'placeholder' AND u.issuer = 'urn:svc:placeholder';
