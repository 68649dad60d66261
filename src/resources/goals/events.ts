export const goalCreated = { 'goal.created': 'A goal was created.' }
