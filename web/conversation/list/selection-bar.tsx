import { useSignals } from '@preact/signals-react/runtime'
import { Copy, Forward, X } from '../../ui/icons'
import { useEffect } from 'react'
import { useTexts } from '../../i18n/i18n'
import { Button, IconButton } from '../../ui/button/button'
import { isFocusLost } from '../../ui/layout/focus'
import { useUi } from '../../ui/context/ui-context'
import { useConversation } from '../state/conversation-context'
import { copyText } from '../../ui/text/copy-text'
import { summaryOf } from '../../message/message-summary'

function useSelectionFocus() {
  const { view } = useConversation()
  useEffect(() => {
    const [key = ''] = view.selection.peek() ?? []
    const row = document.querySelector<HTMLElement>(`.message[data-key="${CSS.escape(key)}"]`)
    if (isFocusLost()) row?.querySelector<HTMLElement>('.message-check')?.focus({ preventScroll: true })
    return () => {
      if (isFocusLost()) row?.focus({ preventScroll: true })
    }
  }, [view])
}

export function SelectionBar() {
  useSignals()
  const { view, model } = useConversation()
  const t = useTexts().message
  const { toast } = useUi()
  const selection = view.selection.value ?? new Set<string>()
  const chosen = () => model.messages.peek().filter(({ key }) => selection.has(key))
  const leave = () => (view.selection.value = undefined)
  useSelectionFocus()

  function act(task: () => void) {
    if (selection.size === 0) toast.warning(t.selection.none)
    else task()
  }

  async function copy() {
    await copyText(
      chosen()
        .map((message) => summaryOf(message, t))
        .join('\n'),
    )
    toast.success(t.actions.copied)
    leave()
  }

  return (
    <footer className="selection-bar row" role="toolbar" aria-label={t.selection.bar}>
      <IconButton icon={X} label={t.selection.cancel} onClick={leave} />
      <span className="selection-count" role="status">
        {t.selection.count(selection.size)}
      </span>
      <Button icon={Copy} onClick={() => act(() => void copy())}>
        {t.selection.copy}
      </Button>
      <Button
        variant="primary"
        icon={Forward}
        onClick={() => act(() => (view.dialog.value = { kind: 'forward', messages: chosen() }))}
      >
        {t.selection.forward}
      </Button>
    </footer>
  )
}
