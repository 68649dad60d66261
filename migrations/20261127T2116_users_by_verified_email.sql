-- Finds the member who has the address of a placeholder. Not in a file with a change of the table, whose lock would last
-- as long as the index is built.
CREATE INDEX users_verified_email ON users (email_key) WHERE email_verified AND kind = 'user';
