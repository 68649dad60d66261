-- Color and icon of projects, for clients to tell them apart.

ALTER TABLE projects ADD COLUMN color text, ADD COLUMN icon text;
