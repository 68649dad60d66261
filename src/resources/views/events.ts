export const viewCreated = { 'view.created': 'A view was saved.' }
