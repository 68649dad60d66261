-- Names the other task of a link, which the history hides from users who cannot read it.

COMMENT ON COLUMN events.part_id IS
  'Comment or attachment of the task; other task of a link; team or project of a deleted section; user of a membership; reminder.';
