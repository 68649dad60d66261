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
      context: { ...common.context, brief: 'What to call this sign-in (the name of the organization)' },
      device: { kind: 'boolean', optional: true, brief: 'By a code that you enter in a browser anywhere' },
      browser: { kind: 'boolean', default: true, brief: 'Open a browser if available' },
      withToken: flag('With an access token, read from standard input'),
      scopes: several(
        'Request these instead of tasks:write, projects:write, teams:write and org:read',
        'SCOPE',
        scopes,
      ),
    },
    positional: {
      kind: 'tuple',
      parameters: [{ ...one('URL', 'Address of the server (http://127.0.0.1:8080)'), optional: true }],
    },
  },
  docs: docs(
    'Sign in to an organization',
    ['svc login', 'svc login https://svc.example.org --device', 'svc login --with-token < token.txt'],
    'A browser asks which organization to sign in to; each sign-in is kept as a context, and the latest is used.',
  ),
})

export const logout = command({
  loader: async () => (await contexts()).logout,
  parameters: { flags: common },
  docs: docs('End the sign-in, here and at the server', ['svc logout']),
})

export const status = command({
  loader: async () => (await signIn()).status,
  parameters: { flags: common },
  docs: docs('Say who is signed in where', ['svc status']),
})

const list = command({
  loader: async () => (await contexts()).listContexts,
  parameters: { flags: listing },
  docs: docs('List the saved sign-ins', ['svc context list']),
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
  docs: docs('Make a saved sign-in the current one', ['svc context use harbour-works']),
})

export const context = group({
  routes: { list, use },
  docs: { brief: 'Choose between saved sign-ins' },
})
