export const goalCreatedEvent = { 'goal.created': 'A goal was created.' }
