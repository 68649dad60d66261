import { sql } from '../../../../db/sql.ts'
import { defineSelection, inProject, type Selection } from './selection.ts'

/** Statements that select people and plans, in the columns of the data format. */
export const planningSelections: readonly Selection[] = [
  defineSelection(
    'stops',
    (scope) => sql`
    select s.stop_id as sort_key, s.stop_id as id, s.project_id as project, s.title, s.target_date, s.description, s.created_at,
      s.created_by, s.updated_at, s.updated_by
    from stops s where s.org_id = ${scope.orgId} ${inProject(scope, sql.raw('s.project_id'))}`,
  ),
  defineSelection(
    'journeys',
    (scope) => sql`
    select j.journey_id as sort_key, j.journey_id as id, j.project_id as project, j.name, j.color, j.position,
      array(select s.stop_id from journey_stops s where s.org_id = ${scope.orgId} and s.journey_id = j.journey_id
        order by s.position) as stops,
      j.created_at, j.created_by, j.updated_at, j.updated_by
    from journeys j where j.org_id = ${scope.orgId} ${inProject(scope, sql.raw('j.project_id'))}`,
  ),
  defineSelection(
    'goals',
    (scope) => sql`
    select g.goal_id as sort_key, g.goal_id as id, g.project_id as project, g.name, g.description, g.target_date, g.position,
      g.status, g.closed_at, g.closed_by, g.created_at, g.created_by, g.updated_at, g.updated_by
    from goals g
    where g.org_id = ${scope.orgId} and g.deleted_at is null ${inProject(scope, sql.raw('g.project_id'))}`,
  ),
  defineSelection(
    'milestones',
    ({ orgId }) => sql`
    select m.milestone_id as sort_key, m.milestone_id as id, m.team_id as team, m.title, m.description, m.target_date,
      m.owner_user_id as owner, m.stop_id as stop, m.status, m.closed_at, m.closed_by, m.created_at, m.created_by,
      m.updated_at, m.updated_by
    from milestones m where m.org_id = ${orgId} and m.deleted_at is null`,
  ),
  defineSelection(
    'sprints',
    ({ orgId }) => sql`
    select s.sprint_id as sort_key, s.sprint_id as id, s.team_id as team, s.name, s.description, s.goal, s.start_date, s.end_date,
      s.status, s.completed_at, s.completed_by, s.created_at, s.created_by, s.updated_at, s.updated_by
    from sprints s where s.org_id = ${orgId} and s.deleted_at is null`,
  ),
  defineSelection(
    'views',
    ({ orgId }) => sql`
    select v.view_id as sort_key, v.view_id as id, v.scope_type, v.scope_id as scope, v.resource, v.name, v.query, v.display,
      v.created_at, v.created_by, v.updated_at, v.updated_by
    from views v where v.org_id = ${orgId} and v.is_active`,
  ),
  defineSelection(
    'view_pins',
    ({ orgId }) => sql`
    select p.user_id::text as sort_key, p.pin_id as sort_key_2, p.user_id || '.' || p.pin_id as id, p.user_id as person,
      p.pin_type as type, p.pin_id as target, p.position, p.created_at
    from view_pins p where p.org_id = ${orgId} and case p.pin_type
      when 'view' then exists (select from views v where v.org_id = ${orgId} and v.view_id = p.pin_id and v.is_active)
      else exists (select from projects r where r.org_id = ${orgId} and r.project_id = p.pin_id and r.deleted_at is null)
    end`,
  ),
  defineSelection(
    'availability',
    ({ orgId }) => sql`
    select v.entry_id as sort_key, v.entry_id as id, v.user_id as person, v.start_date, v.end_date, v.note, v.created_at,
      v.created_by, v.updated_at, v.updated_by
    from availability v where v.org_id = ${orgId}`,
  ),
  defineSelection(
    'webhooks',
    ({ orgId }) => sql`
    select w.subscription_id as sort_key, w.subscription_id as id, w.name, w.url, w.events, w.project_ids as projects,
      w.api_version, w.owner_user_id as owner, w.created_at, w.created_by, w.updated_at, w.updated_by
    from webhook_subscriptions w where w.org_id = ${orgId} and w.deleted_at is null`,
  ),
  defineSelection(
    'apps',
    ({ orgId }) => sql`
    select c.client_id as sort_key, c.client_id as id, c.name, c.client_type as type, c.redirect_uris, c.allowed_scopes as scopes,
      c.logo_url, c.homepage_url, c.privacy_url, c.device_flow, c.created_at, c.created_by, c.updated_at
    from oauth_clients c where c.org_id = ${orgId} and c.registration = 'developer' and c.revoked_at is null
      and c.metadata_url is null`,
  ),
]
