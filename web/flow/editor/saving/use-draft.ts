import { effect } from '@preact/signals-react'
import { useEffect, useState } from 'react'
import { useUser } from '../../../app/app-context'
import { keyOf } from '../drawing/flow-document'
import type { FlowEditorModel } from '../flow-editor-model'
import { createFlowDraft, type FlowDraft } from './flow-draft'

const writeAfterMs = 600

/** Keeps unsaved changes in this browser while the flow is open, and finds those of a tab that was lost. */
export function useDraft(flowId: number, model: FlowEditorModel) {
  const user = useUser()
  const [store] = useState(() => createFlowDraft(user.companyId, flowId))
  const [found, setFound] = useState<FlowDraft>()

  useEffect(() => {
    const draft = store.read()
    if (draft && keyOf(draft) !== keyOf(model.content.peek())) setFound(draft)
    let timer: ReturnType<typeof setTimeout> | undefined
    let isFirst = true
    const stop = effect(() => {
      const content = model.content.value
      const isDirty = model.dirty.value
      clearTimeout(timer)
      if (isDirty) timer = setTimeout(() => store.write(content), writeAfterMs)
      else if (!isFirst) store.remove()
      isFirst = false
    })
    return () => {
      stop()
      clearTimeout(timer)
      // Leaving the screen requires saving or confirmation.
      if (model.dirty.peek()) store.remove()
    }
  }, [store, model])

  return {
    found,
    restore() {
      if (found) model.replace({ nodes: found.nodes, connections: found.connections })
      setFound(undefined)
    },
    discard() {
      store.remove()
      setFound(undefined)
    },
  }
}
