import { effect } from '@preact/signals-react'
import { useEffect, useState } from 'react'
import { useUser } from '../../../app/app-context'
import { keyOf } from '../drawing/flow-document'
import type { FlowEditorModel } from '../flow-editor-model'
import * as v from 'valibot'
import { FlowDrawing } from '../../../../src/flow/flow.contract'
import type { FlowContent } from '../drawing/drawing'

const Draft = v.object({ at: v.number(), ...FlowDrawing.entries })

type FlowDraft = v.InferOutput<typeof Draft>

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

function createFlowDraft(companyId: number, flowId: number) {
  const key = `flow-draft-${companyId}-${flowId}`
  return {
    read(): FlowDraft | undefined {
      try {
        const found = v.safeParse(Draft, JSON.parse(localStorage.getItem(key) ?? ''))
        return found.success ? found.output : undefined
      } catch {
        return undefined
      }
    },
    write({ nodes, connections }: FlowContent) {
      try {
        localStorage.setItem(key, JSON.stringify({ at: Date.now(), nodes, connections }))
      } catch {
        // Without space in the browser the changes are only on the screen.
      }
    },
    remove: () => localStorage.removeItem(key),
  }
}
