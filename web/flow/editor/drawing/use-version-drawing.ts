import { useApp } from '../../../app/app-context'

/** Returns the function that fetches a stored version of the flow. */
export function useVersionDrawing(flowId: number) {
  const { api } = useApp()
  return (version: number) => api.get('/flowbuilder/versions/:id/:version', { params: { id: flowId, version } })
}
