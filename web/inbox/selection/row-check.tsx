import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import type { KeyboardEvent, MouseEvent } from 'react'
import { useTexts } from '../../i18n/i18n'
import { useInbox } from '../state/inbox-context'

/** Over the picture: selects the row; with Shift, everything from the row selected last. */
export function RowCheck({ id, name }: { id: number; name: string }) {
  useSignals()
  const { selection, listedIds } = useInbox()
  const t = useTexts().ticket.selection
  // Renders again only when this row is selected or not.
  const isSelected = useComputed(() => selection.ids.value.has(id)).value

  function onClick({ shiftKey }: MouseEvent) {
    if (shiftKey) selection.extendTo(id, listedIds())
    else selection.toggle(id)
  }

  // Escape also returns to the row, whose own Escape comes too late for a selection begun with the mouse.
  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'Escape') selection.clear()
  }

  return (
    <label className="ticket-row-check">
      <input
        type="checkbox"
        className="checkbox"
        tabIndex={-1}
        aria-label={t.select(name)}
        checked={isSelected}
        onClick={onClick}
        onKeyDown={onKeyDown}
        // Handled by the click, which knows whether Shift is pressed.
        onChange={() => {}}
      />
    </label>
  )
}
