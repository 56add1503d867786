import { useEffect, useState } from 'react'
import type { UserPick } from '../../../src/user/user.calls'
import { useApp } from '../../app/app-context'
import { useErrorText } from '../../i18n/i18n'
import { useUi } from '../../ui/context/ui-context'

/** Everybody of the company, those online first; undefined while loading. */
export function useTeam(): readonly UserPick[] | undefined {
  const { api } = useApp()
  const { toast } = useUi()
  const errorText = useErrorText()
  const [team, setTeam] = useState<readonly UserPick[]>()
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    api.get('/users/list', { signal }).then(
      (found) => !signal.aborted && setTeam(onlineFirst(found)),
      (cause: unknown) => !signal.aborted && toast.error(errorText(cause)),
    )
    return () => stop.abort()
  }, [api])
  return team
}

function onlineFirst(team: readonly UserPick[]) {
  return [...team].sort((a, b) => Number(b.online) - Number(a.online) || a.name.localeCompare(b.name))
}
