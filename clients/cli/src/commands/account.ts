import { scopes } from '../input/enums.ts'
import { defineCommand, defineGroup } from './command.ts'
import {
  commonFlags,
  contextCompletion,
  buildDocs,
  booleanFlag,
  listFlags,
  requiredArgument,
  valuesFlag,
} from './flags.ts'

const signIn = () => import('../actions/login.ts')
const contexts = () => import('../actions/contexts.ts')

export const login = defineCommand({
  loader: async () => (await signIn()).signInToOrganization,
  parameters: {
    flags: {
      ...commonFlags,
      context: { ...commonFlags.context, brief: 'Name of the new context (default: from the organization)' },
      device: { kind: 'boolean', optional: true, brief: 'Sign in by entering a code in any browser' },
      browser: { kind: 'boolean', default: true, brief: 'Open a browser if available' },
      withToken: booleanFlag('Sign in with an access token, read from standard input'),
      scopes: valuesFlag(
        'Scopes to request (default: tasks:write, projects:write, teams:write, org:read); one or more of',
        'SCOPE',
        scopes,
      ),
    },
    positional: {
      kind: 'tuple',
      parameters: [
        {
          ...requiredArgument('URL', 'URL of the server (default: that of the context, or http://127.0.0.1:8080)'),
          optional: true,
        },
      ],
    },
  },
  docs: buildDocs(
    'Sign in to an organization',
    ['svc login', 'svc login https://svc.example.org --device', 'svc login --with-token < token.txt'],
    'You choose the organization in the browser. Each sign-in is saved as a context and becomes the current one.',
  ),
})

export const logout = defineCommand({
  loader: async () => (await contexts()).signOut,
  parameters: { flags: commonFlags },
  docs: buildDocs(
    'Sign out',
    ['svc logout'],
    'Removes the context and revokes its tokens at the server. A token passed with --with-token stays valid.',
  ),
})

export const status = defineCommand({
  loader: async () => (await signIn()).showStatus,
  parameters: { flags: commonFlags },
  docs: buildDocs('Show the current user, organization and server', ['svc status']),
})

const list = defineCommand({
  loader: async () => (await contexts()).listContexts,
  parameters: { flags: listFlags },
  docs: buildDocs('List contexts', ['svc context list']),
})

const use = defineCommand({
  loader: async () => (await contexts()).switchContext,
  parameters: {
    flags: commonFlags,
    positional: {
      kind: 'tuple',
      parameters: [{ ...requiredArgument('NAME', 'Name of the context'), ...contextCompletion }],
    },
  },
  docs: buildDocs('Switch to another context', ['svc context use harbour-works']),
})

export const context = defineGroup({
  routes: { list, use },
  docs: { brief: 'List and switch contexts (saved sign-ins)' },
})
