-- The type of the event of the act that changed this beside what the act was about: `goal.moved` on a task of that goal.
ALTER TABLE events ADD COLUMN cause text;
