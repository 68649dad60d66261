import { scopes } from '../input/words.ts'
import { command, group } from './command.ts'
import { common, contextNames, docs, flag, listing, one, several } from './flags.ts'

const signIn = () => import('../actions/login.ts')
const contexts = () => import('../actions/contexts.ts')

export const login = command({
  loader: async () => (await signIn()).login,
  parameters: {
    flags: {
      ...common,
      context: { ...common.context, brief: 'Name of the new context (default: from the organization)' },
      device: { kind: 'boolean', optional: true, brief: 'Sign in by entering a code in any browser' },
      browser: { kind: 'boolean', default: true, brief: 'Open a browser if available' },
      withToken: flag('Sign in with an access token, read from standard input'),
      scopes: several(
        'Scopes to request (default: tasks:write, projects:write, teams:write, org:read); one or more of',
        'SCOPE',
        scopes,
      ),
    },
    positional: {
      kind: 'tuple',
      parameters: [
        {
          ...one('URL', 'URL of the server (default: that of the context, or http://127.0.0.1:8080)'),
          optional: true,
        },
      ],
    },
  },
  docs: docs(
    'Sign in to an organization',
    ['svc login', 'svc login https://svc.example.org --device', 'svc login --with-token < token.txt'],
    'You choose the organization in the browser. Each sign-in is saved as a context and becomes the current one.',
  ),
})

export const logout = command({
  loader: async () => (await contexts()).logout,
  parameters: { flags: common },
  docs: docs(
    'Sign out',
    ['svc logout'],
    'Removes the context and revokes its tokens at the server. A token passed with --with-token stays valid.',
  ),
})

export const status = command({
  loader: async () => (await signIn()).status,
  parameters: { flags: common },
  docs: docs('Show the current user, organization and server', ['svc status']),
})

const list = command({
  loader: async () => (await contexts()).listContexts,
  parameters: { flags: listing },
  docs: docs('List contexts', ['svc context list']),
})

const use = command({
  loader: async () => (await contexts()).switchContext,
  parameters: {
    flags: common,
    positional: {
      kind: 'tuple',
      parameters: [{ ...one('NAME', 'Name of the context'), ...contextNames }],
    },
  },
  docs: docs('Switch to another context', ['svc context use harbour-works']),
})

export const context = group({
  routes: { list, use },
  docs: { brief: 'List and switch contexts (saved sign-ins)' },
})
