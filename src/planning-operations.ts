import type { AnyOperation } from './http/operation.ts'
import * as availability from './resources/planning/availability/operations.ts'
import * as journeys from './resources/planning/journeys/operations.ts'
import * as milestones from './resources/planning/milestones/operations.ts'
import * as roadmap from './resources/planning/roadmap/operations.ts'
import * as stops from './resources/planning/stops/operations.ts'
import * as sprints from './resources/planning/sprints/operations.ts'
import { listIntakeOperation } from './resources/work/tasks/list-operations.ts'
import * as teams from './resources/planning/teams/operations.ts'

/** Operations on roadmaps, teams, sprints and milestones. */
export const planningOperations: readonly AnyOperation[] = [
  roadmap.getOrganizationRoadmapOperation,
  roadmap.getTeamRoadmapOperation,
  roadmap.getProjectRoadmapOperation,
  roadmap.listTaskStopsOperation,
  journeys.createJourneyOperation,
  journeys.updateJourneyOperation,
  journeys.deleteJourneyOperation,
  journeys.reorderJourneysOperation,
  journeys.reorderStopsOperation,
  stops.createStopOperation,
  stops.getStopOperation,
  stops.updateStopOperation,
  stops.deleteStopOperation,
  stops.addStopTasksOperation,
  stops.removeStopTaskOperation,
  stops.pinMilestoneOperation,
  stops.unpinMilestoneOperation,
  teams.listTeamsOperation,
  teams.createTeamOperation,
  teams.getTeamOperation,
  teams.updateTeamOperation,
  teams.putTeamOperation,
  teams.deleteTeamOperation,
  teams.listTeamMembersOperation,
  teams.addTeamMemberOperation,
  teams.updateTeamMemberOperation,
  teams.putTeamMemberOperation,
  teams.removeTeamMemberOperation,
  listIntakeOperation,
  sprints.listSprintsOperation,
  sprints.createSprintOperation,
  sprints.getCurrentSprintOperation,
  sprints.getSprintOperation,
  sprints.getSprintBurndownOperation,
  sprints.updateSprintOperation,
  sprints.putSprintOperation,
  sprints.completeSprintOperation,
  sprints.deleteSprintOperation,
  milestones.listMilestonesOperation,
  milestones.createMilestoneOperation,
  milestones.getMilestoneOperation,
  milestones.updateMilestoneOperation,
  milestones.putMilestoneOperation,
  milestones.deleteMilestoneOperation,
  availability.listAvailabilityOperation,
  availability.createAvailabilityEntryOperation,
  availability.updateAvailabilityEntryOperation,
  availability.putAvailabilityEntryOperation,
  availability.deleteAvailabilityEntryOperation,
]
