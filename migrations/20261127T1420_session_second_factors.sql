-- Whether a session of an account began without a second factor. It cannot use organizations that require one.

ALTER TABLE browser_sessions ADD COLUMN lacks_second_factor boolean NOT NULL DEFAULT false;

UPDATE browser_sessions s SET lacks_second_factor = true
FROM accounts a
WHERE a.user_id = s.user_id AND s.id_token IS NULL AND s.provider_sid IS NULL
  AND NOT EXISTS (SELECT FROM account_credentials c
    WHERE c.account_id = a.account_id AND (c.kind = 'passkey' OR c.kind = 'totp' AND c.confirmed_at IS NOT NULL));
