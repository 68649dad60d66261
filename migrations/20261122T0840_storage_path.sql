-- Where a client keeps what a link is about, in its own words: given back as it was sent.

ALTER TABLE project_resources ADD COLUMN storage_path text;
