import { useEffect } from 'react'
import type { FlowContent } from './drawing/drawing'
import { useFlowEditor } from './editor-context'
import { useFit } from './canvas/use-fit'
import * as v from 'valibot'
import { FlowDrawing } from '../../../src/flow/flow.contract'

interface EditorKeys {
  save: () => void
  search: () => void
  add: () => void
  paste: (part: FlowContent) => void
  announce: (what: 'copied' | 'pasted' | 'removed', count: number) => void
}

const writes = 'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]'

/** Single letters act only there, because speech control may type them elsewhere. */
const isOnCanvas = (target: EventTarget | null) => target instanceof Element && target.closest('.flow-canvas') !== null

const isInFieldOrDialog = ({ target }: Event) =>
  document.querySelector('dialog:modal, .popup:popover-open') !== null ||
  (target instanceof Element && target.closest(writes) !== null)

export function useEditorKeys({ save, search, add, paste, announce }: EditorKeys) {
  const { model } = useFlowEditor()
  const fit = useFit()
  useClipboard({ paste, announce })

  useEffect(() => {
    function withControl(key: string, isShift: boolean) {
      if (key === 's') save()
      else if (key === 'z' && !isShift) model.undo()
      else if (key === 'y' || (key === 'z' && isShift)) model.redo()
      else if (key === 'a') model.select(model.content.peek().nodes.map(({ id }) => id))
      else if (key === 'f') search()
      else return false
      return true
    }

    function selectFocused(target: EventTarget | null) {
      const focused = target instanceof HTMLElement ? target.dataset['id'] : undefined
      if (model.selected.peek().length === 0 && focused && model.findNode(focused)) model.select([focused])
    }

    function alone(key: string, target: EventTarget | null) {
      if (key === 'Delete' || key === 'Backspace') {
        selectFocused(target)
        const before = model.content.peek().nodes.length
        if (model.removeSelected()) announce('removed', before - model.content.peek().nodes.length)
      } else if (key === 'Escape') model.select([])
      else if (!isOnCanvas(target)) return false
      else if (key === 'f') fit()
      else if (key === 'a') {
        selectFocused(target)
        add()
      } else return false
      return true
    }

    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || event.altKey || isInFieldOrDialog(event)) return
      const hasControl = event.ctrlKey || event.metaKey
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      if (hasControl ? withControl(key, event.shiftKey) : alone(key, event.target)) event.preventDefault()
    }

    // Capturing, so that the frame's shortcuts skip handled keys.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [model, save, search, add, announce, fit])
}

function useClipboard({ paste, announce }: Pick<EditorKeys, 'paste' | 'announce'>) {
  const { model } = useFlowEditor()
  useEffect(() => {
    function onCopy(event: ClipboardEvent) {
      const part = model.copySelected()
      if (isInFieldOrDialog(event) || part.nodes.length === 0 || !event.clipboardData) return
      if (!getSelection()?.isCollapsed) return
      event.clipboardData.setData('text/plain', writePart(part))
      event.preventDefault()
      announce('copied', part.nodes.length)
    }

    function onPaste(event: ClipboardEvent) {
      const part = isInFieldOrDialog(event) ? undefined : readPart(event.clipboardData?.getData('text/plain') ?? '')
      if (!part) return
      event.preventDefault()
      paste(part)
      announce('pasted', part.nodes.length)
    }

    document.addEventListener('copy', onCopy)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('copy', onCopy)
      document.removeEventListener('paste', onPaste)
    }
  }, [model, paste, announce])
}

const format = 'recado-flow-part'
const Part = v.object({ format: v.literal(format), ...FlowDrawing.entries })

/** Nodes as text of the clipboard, so that they can be pasted into another flow as well. */
function writePart({ nodes, connections }: FlowContent) {
  return JSON.stringify({ format, nodes, connections })
}

function readPart(text: string): FlowContent | undefined {
  if (!text.includes(format)) return undefined
  try {
    const { success, output } = v.safeParse(Part, JSON.parse(text))
    return success ? output : undefined
  } catch {
    return undefined
  }
}
