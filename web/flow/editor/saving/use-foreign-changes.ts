import { useEffect } from 'react'
import { ApiError } from '../../../api/api-error'
import { useApp } from '../../../app/app-context'
import type { FlowSavingState } from './flow-saving-state'

/** Notices what others do to the flow, also before this screen followed and while the connection was interrupted. */
export function useForeignChanges(flowId: number, state: FlowSavingState) {
  const { api, live } = useApp()
  useEffect(() => {
    const note = (version: number) => {
      if (version > state.version && !state.saving.peek()) state.foreign.value = { kind: 'saved' }
    }
    const check = async () => {
      try {
        note((await api.get('/flowbuilder/:id', { params: { id: flowId } })).version)
      } catch (cause) {
        if (cause instanceof ApiError && cause.status === 404) state.foreign.value = { kind: 'deleted' }
      }
    }
    void check()
    const stops = [
      live.subscribe('reload', () => void check()),
      live.subscribe('flow', (change) => {
        if (change.action !== 'delete') return change.flow.id === flowId ? note(change.flow.version) : undefined
        if (change.flowId === flowId) state.foreign.value = { kind: 'deleted' }
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [api, live, flowId, state])
}
