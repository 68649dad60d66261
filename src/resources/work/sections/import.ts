// Shared with imports, which create sections by the rules of the API.
export { findTeamSections, putInTeamSections, removeFromTeamSection } from './queries.ts'
export { createSection as importSection } from './commands.ts'
