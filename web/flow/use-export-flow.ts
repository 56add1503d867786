import type { FlowView } from '../../src/flow/flow.calls'
import { useApp } from '../app/app-context'
import { saveBlob } from '../ui/text/object-url'
import { useAttempt } from '../ui/form/use-attempt'

export function useExportFlow() {
  const { api } = useApp()
  const attempt = useAttempt()
  return ({ id, name }: Pick<FlowView, 'id' | 'name'>) =>
    attempt(async () => saveBlob(await api.file('/flowbuilder/export/:id', { params: { id } }), `${name}.json`))
}
