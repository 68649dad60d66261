/**
 * One-way imports: main, app → operations, jobs → background workers (webhooks, notifications) and oauth, mcp, api-docs →
 * resources → auth → http → events → core → db → packages. Resources are in tiers; a tier imports only earlier tiers.
 */
const tiers = [
  ['people', 'people/(me|organizations|members|invites|designations|service-accounts)|platform/tokens'],
  [
    'containers',
    'work/(projects|project-members|project-stats|project-resources|scopes|fields|external-refs)|planning/(teams|availability)',
  ],
  ['work', 'work/(tasks|history|comments|attachments|sections)|planning/(goals|sprints|milestones)'],
]
const below = (names) => `^src/resources/(${names})/`
const top =
  '^src/(main|serve|listen|services|app|operations|people-operations|work-operations|planning-operations|platform-operations|resource-descriptions|event-types|jobs|metrics|commands/[^/]+)\\.ts$'
const cli = '^src/commands/cli/'

/** Each layer of the server may import those before it. `core/dependencies.ts` names the types of later ones. */
const layers = [
  'db',
  'storage',
  'core',
  'events',
  'http',
  'auth',
  'resources',
  '(webhooks|notifications|oauth|mcp|console|backups|commands)',
  'installation',
]
const layerRules = layers.map((layer, index) => ({
  name: `layer-${layer}`,
  comment:
    'One-way imports: db, storage, core, events, http, auth, resources, what serves and works beside them, installation.',
  severity: 'error',
  from: {
    path: `^src/${layer}/`,
    pathNot: '^src/(core/(dependencies|identity-port)|core/config/[^/]+|commands/[^/]+)\\.ts$',
  },
  to: { path: [`^src/(${layers.slice(index + 1).join('|') || '-'})/`, top] },
}))
/** Files of a resource that other resources and the packages beside them may import. */
const shared =
  'policy|presenter|schema|events|catalog|kinds|rows|section-row|readable-projects|list-operations?|queries|queries/[^/]+|commands/(reassign|update|import)|import'

/** A resource in no tier may import every tier; no tier imports it. */
const tierRules = tiers.map(([name, names], index) => ({
  name: `tier-${name}`,
  comment: `${name} import no later tier; a later resource reads their events instead.`,
  severity: 'error',
  from: { path: below(names) },
  to: { path: '^src/resources/', pathNot: tiers.slice(0, index + 1).map(([, known]) => below(known)) },
}))

/** The console: app shows features, features are made of components; all use the store, which alone uses the API. */
const webLayers = ['api', 'store', 'components', 'commands', 'features', 'app']
const webRules = webLayers.map((layer, index) => ({
  name: `web-${layer}`,
  comment: 'A layer of the console imports earlier layers only: api, store, components, commands, features, app.',
  severity: 'error',
  from: { path: `^web/${layer}/` },
  to: { path: `^web/(${[...webLayers.slice(index + 1), 'main'].join('|')})[/.]` },
}))

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files that import each other belong together, or share a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...layerRules,
    {
      name: 'resources-share-named-files',
      comment: `Across resources only ${shared.replaceAll('|', ', ')}.`,
      severity: 'error',
      from: { path: '^src/resources/([^/]+/[^/]+)/' },
      to: { path: '^src/resources/', pathNot: ['^src/resources/$1/', `/(${shared})\\.ts$`] },
    },
    {
      name: 'oauth-and-commands-use-shared-files',
      comment: 'The authorization server and the commands use resources as another resource would.',
      severity: 'error',
      from: { path: ['^src/oauth/', cli] },
      to: { path: ['^src/resources/', top], pathNot: `/(${shared}|redirect-uris|commands)\\.ts$` },
    },
    {
      name: 'lists-hold-declarations',
      comment: 'operations.ts, its parts, jobs.ts and the list of commands are tables of contents.',
      severity: 'error',
      from: {
        path: '^src/(operations|people-operations|work-operations|planning-operations|platform-operations|jobs|commands/data-commands)\\.ts$',
      },
      to: { path: ['^src/(main|serve|listen|app|commands/operate)\\.ts$', cli] },
    },
    ...tierRules,
    {
      name: 'database-drivers-in-db',
      comment: 'All other code uses the database layer.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/db/' },
      to: { path: 'node_modules/(pg|@electric-sql/pglite)/' },
    },
    {
      name: 'tracing-imports-channels',
      comment: 'Traces are made from requests and from diagnostics channels.',
      severity: 'error',
      from: { path: '^src/tracing/' },
      to: {
        path: '^src/',
        pathNot: '^src/(tracing/|db/driver/statement-channel\\.ts$|core/|http/loggable-path\\.ts$)',
      },
    },
    {
      name: 'only-startup-imports-tracing',
      comment: 'Traced code does not know of tracing; startup enables it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(tracing/|(app|listen)\\.ts$)' },
      to: { path: '^src/tracing/' },
    },
    {
      name: 'storage-drivers-in-storage',
      comment: 'All other code uses the storage layer.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/storage/' },
      to: { path: 'node_modules/(flydrive|@aws-sdk)/' },
    },
    {
      name: 'start-loads-what-it-needs',
      comment: 'Packages that only some settings or requests need are loaded on first use.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot:
          '^src/(storage/bucket|storage/bucket-client|storage/bucket-objects|http/limits/redis-windows|events/reader/redis-notifier|auth/oidc/sign-in|mcp/server|tracing/(tracer|exporter|request-spans|work-spans))\\.ts$',
      },
      to: {
        path: 'node_modules/(typebox|undici|jose|@simplewebauthn|@modelcontextprotocol|oidc-provider|openid-client|nodemailer|flydrive|@aws-sdk|@redis|@opentelemetry)/',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'start-loads-nothing-lazy',
      comment: 'Modules loaded on first use are imported dynamically only.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/(commands/cli/sign-in|tracing/(tracer|exporter|request-spans|work-spans))\\.ts$',
      },
      to: {
        path: '^src/(listen|storage/bucket|storage/bucket-objects|http/limits/redis-windows|events/reader/redis-notifier|auth/oidc/sign-in|mcp/server|tracing/(tracer|exporter|request-spans|work-spans))\\.ts$',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    ...webRules,
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-development-packages',
      comment: 'Production code uses production packages only.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: 'node_modules/@types/' },
    },
    {
      name: 'sources-know-no-tests',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench|scripts)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Sources are checked, not builds.
    exclude: '^clients/[a-z]+/(dist|bin)/',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['svc-source', 'import', 'types', 'node', 'default'],
    },
  },
}
