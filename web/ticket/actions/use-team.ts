import type { UserPick } from '../../../src/user/user.calls'
import { useLookup } from '../../app/use-fetched'

/** Everybody of the company, those online first; undefined while loading. */
export function useTeam(): readonly UserPick[] | undefined {
  return useLookup(async (api, signal) => onlineFirst(await api.get('/users/list', { signal })))
}

function onlineFirst(team: readonly UserPick[]) {
  return [...team].sort((a, b) => Number(b.online) - Number(a.online) || a.name.localeCompare(b.name))
}
