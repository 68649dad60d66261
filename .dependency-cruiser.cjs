/**
 * The one-way rules of imports: main, app → operations, jobs → resources → identity → kernel, db → packages.
 * Resources are in tiers, and a tier knows only those before it.
 */
const tiers = [
  [
    'identity',
    'me|organizations|organization-members|organization-invites|designations|tokens|service-accounts',
  ],
  ['containers', 'projects|project-members|project-stats|project-resources|teams|availability|holders'],
  ['work', 'tasks|task-history|task-comments|task-attachments|goals|sections|sprints|milestones'],
]
const below = (names) => `^src/resources/(${names})/`
const top =
  '^src/(main|serve|listen|services|operate|app|operations|resource-names|events|jobs|commands|metrics)\\.ts$'

/** A resource that no tier names is an overlay: it may know all tiers, and none may know it. */
const tierRules = tiers.map(([name, names], index) => ({
  name: `tier-${name}`,
  comment: `${name} know nothing of later tiers; an overlay reads their events instead.`,
  severity: 'error',
  from: { path: below(names) },
  to: { path: '^src/resources/', pathNot: tiers.slice(0, index + 1).map(([, known]) => below(known)) },
}))

/** The console: the frame holds screens, screens are made of parts, parts of ui; all of them ask data, and data alone asks the API. */
const webLayers = ['api', 'data', 'ui', 'commands', 'parts', 'screens', 'frame']
const webRules = webLayers.map((layer, index) => ({
  name: `web-${layer}`,
  comment: 'A layer of the console knows those before it: api, data, ui, commands, parts, screens, frame.',
  severity: 'error',
  from: { path: `^web/${layer}/` },
  to: { path: `^web/(${[...webLayers.slice(index + 1), 'main'].join('|')})[/.]` },
}))

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'kernel-knows-no-resource',
      comment:
        'The kernel is what every resource is made with; who asks is told to it by a port in Services.',
      severity: 'error',
      from: { path: '^src/kernel/' },
      to: { path: ['^src/(identity|resources|oauth|cli|pages)/', top] },
    },
    {
      name: 'identity-knows-no-resource',
      comment: 'Who asks is settled before any resource is looked at.',
      severity: 'error',
      from: { path: '^src/identity/' },
      to: { path: ['^src/(resources|oauth|cli|pages)/', top] },
    },
    {
      name: 'database-knows-nobody',
      comment: 'The database layer serves everything and is told nothing of what it stores.',
      severity: 'error',
      from: { path: '^src/db/' },
      to: { path: '^src/', pathNot: '^src/db/' },
    },
    {
      name: 'storage-knows-nobody',
      comment: 'The storage of files takes bytes and names, and is told nothing of what they mean.',
      severity: 'error',
      from: { path: '^src/storage/' },
      to: { path: '^src/', pathNot: '^src/storage/' },
    },
    {
      name: 'resources-know-no-entry',
      comment: 'A resource is listed in operations.ts and jobs.ts; it does not know who lists it.',
      severity: 'error',
      from: { path: '^src/resources/' },
      to: { path: ['^src/(oauth|cli)/', top] },
    },
    {
      name: 'resources-meet-in-named-files',
      comment:
        'Across resources only access.ts, task-visibility.ts, roll-ups.ts, filing.ts, present.ts, rows.ts, by-token.ts, schemas.ts, listing.ts, queries.ts, events.ts and catalogue.ts.',
      severity: 'error',
      from: { path: '^src/resources/([^/]+)/' },
      to: {
        path: '^src/resources/',
        pathNot: [
          '^src/resources/$1/',
          '/(access|task-visibility|roll-ups|filing|present|rows|by-token|schemas|queries|listing|events|catalogue)\\.ts$',
        ],
      },
    },
    {
      name: 'oauth-and-cli-meet-resources-likewise',
      comment:
        'What stands beside the API reads resources as another resource would; making.ts is what the API makes itself that a page makes too.',
      severity: 'error',
      from: { path: '^src/(oauth|cli)/' },
      to: {
        path: ['^src/resources/', top],
        pathNot:
          '/(access|task-visibility|roll-ups|filing|present|rows|by-token|schemas|queries|listing|redirect-uris|making)\\.ts$',
      },
    },
    {
      name: 'lists-hold-declarations',
      comment: 'operations.ts, jobs.ts and commands.ts are tables of contents and know nothing above them.',
      severity: 'error',
      from: { path: '^src/(operations|jobs|commands)\\.ts$' },
      to: { path: '^src/(main|serve|listen|operate|app)\\.ts$|^src/cli/' },
    },
    ...tierRules,
    {
      name: 'database-drivers-in-db',
      comment: 'Everything else speaks through the database layer.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/db/' },
      to: { path: 'node_modules/(pg|@electric-sql/pglite)/' },
    },
    {
      name: 'traces-know-what-is-announced',
      comment: 'Traces are made of requests, and of what is announced on channels.',
      severity: 'error',
      from: { path: '^src/tracing/' },
      to: { path: '^src/', pathNot: '^src/(tracing/|db/announced\\.ts$|kernel/(config|services|request)/)' },
    },
    {
      name: 'traced-knows-no-traces',
      comment: 'What is traced knows nothing of it; who makes the server starts the traces.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(tracing/|(app|listen)\\.ts$)' },
      to: { path: '^src/tracing/' },
    },
    {
      name: 'storage-drivers-in-storage',
      comment: 'Everything else speaks through the storage.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/storage/' },
      to: { path: 'node_modules/(flydrive|@aws-sdk)/' },
    },
    {
      name: 'start-loads-what-it-needs',
      comment: 'What only some settings or some requests need is loaded when first needed.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot:
          '^src/(storage/bucket|kernel/limits/shared-windows|kernel/tail/redis-hints|kernel/oidc/sign-in|mcp/server|tracing/(tracer|exporting|requests|listeners))\\.ts$',
      },
      to: {
        path: 'node_modules/(typebox|undici|jose|@modelcontextprotocol|oidc-provider|openid-client|nodemailer|flydrive|@aws-sdk|@redis|@opentelemetry)/',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'start-loads-nothing-lazy',
      comment: 'What is loaded when first needed is imported nowhere else.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/(cli/sign-in|tracing/(tracer|exporting|requests|listeners))\\.ts$',
      },
      to: {
        path: '^src/(listen|storage/bucket|kernel/limits/shared-windows|kernel/tail/redis-hints|kernel/oidc/sign-in|mcp/server|tracing/(tracer|exporting|requests|listeners))\\.ts$',
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
      comment: 'What runs must be installed where it runs.',
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
    // What is built is judged by its sources.
    exclude: '^clients/[a-z]+/(dist|bin)/',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['svc-source', 'import', 'types', 'node', 'default'],
    },
  },
}
