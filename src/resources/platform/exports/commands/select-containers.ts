import { sql } from '../../../../db/sql.ts'
import { defineSelection, inProject, type Selection } from './selection.ts'

/** Statements that select the containers of work, in the columns of the data format. */
export const containerSelections: readonly Selection[] = [
  defineSelection(
    'organization',
    ({ orgId }) => sql`
    select o.org_id::text as sort_key, o.org_id as id, o.name, nullif(o.description, '') as description, o.logo, o.email,
      o.metadata,
      (select jsonb_build_object('default_visibility', s.default_visibility, 'domain_join_mode', s.domain_join_mode,
          'audit_retention_days', s.audit_retention_days, 'allow_personal_tokens', s.allow_personal_tokens,
          'max_token_ttl_days', s.max_token_ttl_days, 'require_token_expiry', s.require_token_expiry,
          'require_second_factor', s.require_second_factor)
        from organization_settings s where s.org_id = ${orgId}) as settings,
      o.created_at, o.created_by, o.updated_at, o.updated_by
    from organizations o where o.org_id = ${orgId}`,
  ),
  defineSelection(
    'designations',
    ({ orgId }) => sql`
    select d.designation_id as sort_key, d.designation_id as id, d.label, d.category, d.aliases, d.is_active, d.sort_order,
      d.metadata, d.created_at, d.created_by, d.updated_at, d.updated_by
    from designations d where d.org_id = ${orgId} and not d.is_system`,
  ),
  defineSelection(
    'teams',
    ({ orgId }) => sql`
    select t.team_id as sort_key, t.team_id as id, t.name, t.description, t.created_at, t.created_by, t.updated_at, t.updated_by
    from teams t where t.org_id = ${orgId} and t.deleted_at is null`,
  ),
  defineSelection(
    'team_members',
    ({ orgId }) => sql`
    select m.team_id as sort_key, m.user_id::text as sort_key_2, m.team_id || '.' || m.user_id as id, m.team_id as team, m.user_id as person,
      m.team_role as role, m.created_at, m.added_by as created_by, m.updated_at
    from team_members m where m.org_id = ${orgId} and m.is_active`,
  ),
  defineSelection(
    'projects',
    (scope) => sql`
    select p.project_id as sort_key, p.project_id as id, p.name, p.description, p.prefix,
      array(select x.prefix from project_prefixes x
        where x.org_id = ${scope.orgId} and x.project_id = p.project_id and x.prefix <> p.prefix
        order by x.prefix) as former_prefixes,
      (select n.last from project_numbers n where n.org_id = ${scope.orgId} and n.project_id = p.project_id) as last_number,
      p.status, p.priority, p.color, p.icon, p.start_date, p.end_date, p.owner, p.owner_designation, p.team_member_designations,
      p.visibility, p.editors_can_add_members, p.team_id as team, p.position, p.metadata, p.created_at, p.created_by,
      p.updated_at, p.updated_by
    from projects p where p.org_id = ${scope.orgId} and p.deleted_at is null ${inProject(scope, sql.raw('p.project_id'))}`,
  ),
  defineSelection(
    'project_members',
    (scope) => sql`
    select m.project_id as sort_key, m.user_id::text as sort_key_2, m.project_id || '.' || m.user_id as id, m.project_id as project,
      m.user_id as person, m.project_role as role, m.designation_id as designation, m.assigned_at, m.assigned_by,
      m.created_at, m.created_by, m.updated_at, m.updated_by
    from project_members m
    where m.org_id = ${scope.orgId} and m.is_active and m.deleted_at is null ${inProject(scope, sql.raw('m.project_id'))}`,
  ),
  defineSelection(
    'project_resources',
    (scope) => sql`
    select r.resource_id as sort_key, r.resource_id as id, r.project_id as project, coalesce(r.file_name, r.resource_name) as name,
      r.resource_name as title, f.media_type, f.size, f.digest as sha256, f.file_id as file, r.resource_url as url,
      r.resource_type as type, r.created_at, r.created_by, r.updated_at, r.updated_by
    from project_resources r left join files f on f.org_id = ${scope.orgId} and f.file_id = r.file_id
    where r.org_id = ${scope.orgId} and r.deleted_at is null ${inProject(scope, sql.raw('r.project_id'))}`,
  ),
  defineSelection(
    'sections',
    (scope) => sql`
    select s.section_id as sort_key, s.section_id as id, s.scope_type, s.scope_id as scope, s.name, s.position, s.status, s.color,
      s.wip_limit, s.created_at, s.created_by, s.updated_at, s.updated_by
    from sections s where s.org_id = ${scope.orgId} ${inProject(scope, sql.raw('s.scope_id'))}`,
  ),
  defineSelection(
    'fields',
    (scope) => sql`
    select d.field_id as sort_key, d.field_id as id, d.key, d.name, d.description, d.type, d.unit, d.decimals, d.min, d.max,
      (select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('option', o.value -> 'option', 'label', o.value -> 'label',
          'color', o.value -> 'color', 'is_active', o.value -> 'is_active')) order by o.ordinality)
        from jsonb_array_elements(d.options) with ordinality o) as options,
      d.project_ids as projects, d.on_card, d.position, d.is_active, d.created_at, d.created_by, d.updated_at, d.updated_by
    from task_fields d
    where d.org_id = ${scope.orgId} and (${scope.projectId}::text is null or d.project_ids is null
      or ${scope.projectId} = any(d.project_ids))`,
  ),
]
