import { useEffect, useState } from 'react'
import type { ConnectionPick } from '../../src/connection/connection.calls'
import { useApp } from '../app/app-context'
import { useErrorText } from '../i18n/i18n'
import { useUi } from '../ui/context/ui-context'

/** The company's connections that can reach a contact of that channel; undefined while loading. */
export function useConnections(channel?: ConnectionPick['channel']): readonly ConnectionPick[] | undefined {
  const { api } = useApp()
  const { toast } = useUi()
  const errorText = useErrorText()
  const [all, setAll] = useState<readonly ConnectionPick[]>()
  useEffect(() => {
    const stop = new AbortController()
    api.get('/whatsapp', { signal: stop.signal }).then(
      (found) => setAll(found),
      (cause: unknown) => !stop.signal.aborted && toast.error(errorText(cause)),
    )
    return () => stop.abort()
  }, [api])
  return channel === undefined ? all : all?.filter((connection) => connection.channel === channel)
}
