/** A command that cannot do its work for a reason its user can mend; the message is the one line shown. */
export class CommandError extends Error {}
