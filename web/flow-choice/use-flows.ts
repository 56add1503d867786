import { useEffect, useState } from 'react'
import type { FlowView } from '../../src/flow/flow.calls'
import { useApp } from '../app/app-context'
import { useErrorText } from '../i18n/i18n'
import type { Option } from '../ui/select/option'
import { useUi } from '../ui/context/ui-context'

export type FlowOption = Pick<FlowView, 'id' | 'name' | 'active' | 'scheduledTimeRun'>

/** All flows of the company by name; undefined while loading. */
export function useFlows(wanted = true): readonly FlowOption[] | undefined {
  const { api } = useApp()
  const { toast } = useUi()
  const errorText = useErrorText()
  const [flows, setFlows] = useState<readonly FlowOption[]>()
  useEffect(() => {
    if (!wanted) return
    const stop = new AbortController()
    const { signal } = stop
    api.get('/flowbuilder', { query: {}, signal }).then(
      (found) => !signal.aborted && setFlows(found.flows),
      (cause: unknown) => !signal.aborted && toast.error(errorText(cause)),
    )
    return () => stop.abort()
  }, [api, wanted])
  return flows
}

/** `inactive` describes flows that are switched off. */
export function flowOptions(flows: readonly FlowOption[] | undefined, inactive: string): Option<number>[] {
  return (flows ?? []).map(({ id, name, active }) => ({
    value: id,
    label: name,
    ...(active ? {} : { description: inactive }),
  }))
}
