-- What tells whether the keys of a start are those the data was sealed with: derived from each key, and no way back.
CREATE TABLE secret_key_checks (
  version integer PRIMARY KEY,
  check_value text NOT NULL
);
