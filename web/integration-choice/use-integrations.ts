import { useEffect, useState } from 'react'
import type { IntegrationPick } from '../../src/integration/integration.calls'
import { useApp } from '../app/app-context'
import { useErrorText } from '../i18n/i18n'
import type { Option } from '../ui/select/option'
import { useUi } from '../ui/context/ui-context'
import { typeNames } from './integration-types'

/** All integrations of the company as choices; undefined while loading. */
export function useIntegrations(wanted = true): Option<number>[] | undefined {
  const { api } = useApp()
  const { toast } = useUi()
  const errorText = useErrorText()
  const [found, setFound] = useState<Option<number>[]>()
  useEffect(() => {
    if (!wanted) return
    const stop = new AbortController()
    const { signal } = stop
    api.get('/queueIntegration/list', { signal }).then(
      (picks) => !signal.aborted && setFound(picks.map(optionOf)),
      (cause: unknown) => !signal.aborted && toast.error(errorText(cause)),
    )
    return () => stop.abort()
  }, [api, wanted])
  return found
}

const optionOf = ({ id, name, type }: IntegrationPick) => ({ value: id, label: name, description: typeNames[type] })
