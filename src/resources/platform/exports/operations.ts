import type { Context } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { defineOperation } from '../../../http/operation.ts'
import { respond, type OperationResult } from '../../../http/result.ts'
import { respondWithDownload } from '../../../http/uploads/stored-files.ts'
import { exportEndEvents } from './events.ts'
import { loadOwnExport, loadOrganizationForExport, requireOwnExporter, loadProjectForExport } from './policy.ts'
import { presentExport } from './presenter.ts'
import { insertExport, type ExportRow } from './queries.ts'
import { exportParams, exportSchema } from './schema.ts'

const path = '/v1/exports/{export_id}'
const how =
  'The server writes the archive in the background, in the data format of svc: read the state at ' +
  '`GET /v1/exports/{export_id}` until `phase` is `finished`, then the file at its `url`, for 7 days. It contains no tokens ' +
  'and no secrets of webhooks. '
const needs = "Tokens also need `projects:read` for a project's export, and `admin` for an organization's."
const emits = { 'export.created': 'An export of data was started.', ...exportEndEvents }

async function startExport(
  ctx: Context,
  target: Pick<ExportRow, 'org_id' | 'kind' | 'project_id'>,
): Promise<OperationResult> {
  const row = await insertExport(ctx, target)
  const { org_id, export_id, project_id, kind } = row
  const subject = { org_id, resource_type: 'export', resource_id: export_id, project_id }
  ctx.emit({ ...subject, type: 'export.created', before: null, after: { kind } })
  return respond(presentExport(row, ctx.services.config.baseUrl), row.version)
}

export const exportOrganizationOperation = defineOperation({
  id: 'exports.create_for_organization',
  method: 'POST',
  path: '/v1/organizations/{org_id}/exports',
  summary: 'Export an organization',
  description: `Exports everything in the organization, private projects and restricted tasks included. ${how}Requires: organization owner.`,
  scope: 'admin',
  params: { org_id: 'ID of the organization.' },
  reply: { status: 201, schema: exportSchema, created: '/v1/exports/{export_id}' },
  emits,
  authorize: loadOrganizationForExport,
  handle: ({ ctx, target }) => startExport(ctx, { org_id: target.org_id, kind: 'organization', project_id: null }),
})

export const exportProjectOperation = defineOperation({
  id: 'exports.create_for_project',
  method: 'POST',
  path: '/v1/projects/{project_id}/exports',
  summary: 'Export a project',
  description:
    'Exports a project with its sections, goals, roadmap, tasks, comments and files. People are in it by their names, ' +
    `without addresses. ${how}Requires: owner of the project, or organization admin.`,
  scope: 'projects:write',
  params: { project_id: 'ID of the project.' },
  reply: { status: 201, schema: exportSchema, created: '/v1/exports/{export_id}' },
  emits,
  authorize: loadProjectForExport,
  handle: ({ ctx, target }) =>
    startExport(ctx, { org_id: target.org_id, kind: 'project', project_id: target.project_id }),
})

export const exportOwnDataOperation = defineOperation({
  id: 'exports.create_for_me',
  method: 'POST',
  path: '/v1/me/exports',
  summary: 'Export your data',
  description:
    'Exports what is yours in an organization and you can read: tasks that you created, that are assigned to you ' +
    `or that you commented on, your comments, personal sections and views, and preferences of notifications. ${how}Requires: member of the organization.`,
  scope: 'tasks:write',
  body: s.namedObject('OwnExportCreate', { org_id: s.orgIdField }),
  reply: { status: 201, schema: exportSchema, created: '/v1/exports/{export_id}' },
  emits,
  authorize: requireOwnExporter,
  handle: ({ ctx, target }) => startExport(ctx, { org_id: target.org_id, kind: 'user', project_id: null }),
})

export const getExportOperation = defineOperation({
  id: 'exports.read',
  method: 'GET',
  path,
  summary: 'Get an export',
  description: `Returns the state of an export that you started, with its progress. ${needs}`,
  scope: 'tasks:read',
  params: exportParams,
  reply: { status: 200, schema: exportSchema },
  authorize: loadOwnExport,
  handle: async ({ ctx, target }) => respond(presentExport(target, ctx.services.config.baseUrl), target.version),
})

export const downloadExportOperation = defineOperation({
  id: 'exports.download',
  method: 'GET',
  path: `${path}/file`,
  summary: 'Download an export',
  description: `Returns the archive of a finished export that you started. ${needs}`,
  scope: 'tasks:read',
  params: exportParams,
  reply: { status: 200, file: true },
  problems: { 404: 'The export does not exist, is not finished, or was started by another user.' },
  authorize: loadOwnExport,
  async handle({ ctx, target }) {
    const { org_id, file_id, size, digest } = target
    if (file_id === null || size === null || digest === null) throw notFound()
    const file = { org_id, file_id, size, digest, media_type: 'application/zip' }
    return respondWithDownload(ctx, file, `${target.export_id}.zip`, target.version)
  },
})
