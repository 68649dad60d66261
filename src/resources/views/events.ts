export const viewCreated = { 'view.created': 'A saved view was created.' }
