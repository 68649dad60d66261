import { expect, test } from 'vitest'
import { intersectScopes, includesScope, memberScopes, scopeNames, type Scope } from '../../src/core/scopes.ts'

test.each<[Scope[], Scope[], Scope[]]>([
  [['tasks:read'], ['tasks:write'], ['tasks:read']],
  [['tasks:write'], ['tasks:read'], ['tasks:read']],
  [['tasks:write', 'tasks:read'], ['admin'], ['tasks:read', 'tasks:write']],
  [['admin'], ['tasks:write', 'org:read'], ['tasks:write', 'org:read']],
  [['admin'], ['tasks:write', 'admin'], ['admin']],
  [['admin'], memberScopes, ['tasks:write', 'projects:write', 'teams:write', 'org:write', 'webhooks:write']],
  [['tasks:read'], ['projects:write'], []],
  [[], ['admin'], []],
])('%j and %j have %j in common', (one, other, common) => {
  expect(intersectScopes(one, other)).toEqual(common)
})

test('the intersection of two sets grants exactly what both grant', () => {
  const sets = [[], ...scopeNames.map((scope) => [scope]), ['tasks:read', 'org:write'], ['admin', 'teams:read']]
  for (const one of sets)
    for (const other of sets)
      for (const scope of scopeNames)
        expect([one, other, scope, includesScope(intersectScopes(one, other), scope)]).toEqual([
          one,
          other,
          scope,
          includesScope(one, scope) && includesScope(other, scope),
        ])
})
