-- Language of the browser with which a user last signed in, for emails to users who chose none.
ALTER TABLE users ADD COLUMN language text;
